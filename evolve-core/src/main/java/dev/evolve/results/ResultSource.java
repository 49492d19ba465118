package dev.evolve.results;

import dev.evolve.json.Digests;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The text of what one file, or one directory of Criterion, holds.
 *
 * @param name the file, for people
 * @param parts its text; several for a directory
 */
public record ResultSource(String name, List<Part> parts) {

  public ResultSource {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new UnreadableResultException(name, "", "there is nothing to read");
    }
  }

  /**
   * One file.
   *
   * @param path path within the directory; empty for a source of one file
   * @param text what it holds
   */
  public record Part(String path, String text) {}

  /** A source of one file. */
  public static ResultSource of(String name, String text) {
    return new ResultSource(name, List.of(new Part("", text)));
  }

  /** Digest of everything in it, in the order of the parts. */
  String digest() {
    String all =
        parts.stream()
            .map(part -> part.path() + '\0' + part.text())
            .collect(Collectors.joining("\0"));
    return Digests.sha256(all.getBytes(StandardCharsets.UTF_8));
  }
}

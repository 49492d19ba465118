package dev.evolve.serving.video;

import java.util.Collections;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Versions of a model's parts in one text, as a {@link dev.evolve.loop.ModelRef} holds it: the
 * version that all parts began with, then those that were changed since, such as {@code
 * w1+text-encoder=w2}. A part's weights follow from its own version, so two models that share it
 * share the part, and what was cached of it.
 *
 * @param base version of every part that is not named
 * @param parts versions of the parts that are, by name
 */
public record ModelVersion(String base, SortedMap<String, String> parts) {

  /**
   * @throws IllegalArgumentException if a version is empty or holds {@code +} or {@code =}
   */
  public ModelVersion {
    requirePlain(base);
    parts.values().forEach(ModelVersion::requirePlain);
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is no version
   */
  public static ModelVersion parse(String text) {
    String[] pieces = text.split("\\+", -1);
    SortedMap<String, String> parts = new TreeMap<>();
    for (int i = 1; i < pieces.length; i++) {
      String[] part = pieces[i].split("=", -1);
      if (part.length != 2) {
        throw new IllegalArgumentException(
            "a model's version is base+part=version+...; found \"" + text + "\"");
      }
      parts.put(part[0], part[1]);
    }
    return new ModelVersion(pieces[0], parts);
  }

  /** Version of a part. */
  public String of(String part) {
    return parts.getOrDefault(part, base);
  }

  /** This version with another one of a part. */
  public ModelVersion with(String part, String version) {
    SortedMap<String, String> changed = new TreeMap<>(parts);
    changed.remove(part);
    if (!version.equals(base)) {
      changed.put(part, version);
    }
    return new ModelVersion(base, changed);
  }

  /** All of it; equal versions give equal texts. */
  public String text() {
    StringJoiner text = new StringJoiner("+");
    text.add(base);
    parts.forEach((part, version) -> text.add(part + "=" + version));
    return text.toString();
  }

  private static void requirePlain(String version) {
    if (version.isBlank() || version.contains("+") || version.contains("=")) {
      throw new IllegalArgumentException(
          "a version is some text without + and =; found \"" + version + "\"");
    }
  }
}

package dev.evolve.app.replay;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.search.format.FormatException;
import dev.evolve.search.format.KernelTunerCache;
import dev.evolve.search.format.T4Reader;
import dev.evolve.search.format.TuningCache;
import dev.evolve.search.replay.MeasuredSpace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Finds and reads measured spaces: Kernel Tuner cache files and T4 files, {@code .json} or {@code
 * .json.gz}.
 */
public final class SpaceFiles {

  private static final int PEEK = 1 << 16;

  /** Most characters that {@link #text} reads. */
  private static final int MOST_CHARACTERS = 32 << 20;

  private static final Path SHIPPED = Path.of("bench-data", "tuning-spaces");

  private SpaceFiles() {}

  /**
   * A file.
   *
   * @param name for people: the last two parts of the path without the endings
   * @param path where it is
   */
  public record SpaceFile(String name, Path path) {}

  /** The measured spaces that Evolve ships. */
  public static Path shipped(Path source) {
    return source.resolve(SHIPPED);
  }

  /** The spaces in files and below directories, in the order of their paths. */
  public static List<SpaceFile> find(List<Path> places) {
    List<SpaceFile> found = new ArrayList<>();
    for (Path place : places) {
      if (Files.isDirectory(place)) {
        found.addAll(below(place));
      } else if (Files.isRegularFile(place)) {
        found.add(new SpaceFile(name(place), place));
      } else {
        throw new EvolveException(
            ErrorCode.NOT_FOUND, "no file or directory " + place + " with measured spaces");
      }
    }
    if (found.isEmpty()) {
      throw new EvolveException(ErrorCode.NOT_FOUND, "no measured spaces in " + places);
    }
    return found;
  }

  private static List<SpaceFile> below(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(".json.gz") || isCache(file))
          .filter(file -> kind(file) != Kind.OTHER)
          .sorted()
          .map(file -> new SpaceFile(name(file), file))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isCache(Path file) {
    return file.toString().endsWith(".json");
  }

  private static String name(Path file) {
    Path parent = file.toAbsolutePath().normalize().getParent();
    String last = file.getFileName().toString().replaceFirst("\\.json(\\.gz)?$", "");
    return parent == null || parent.getFileName() == null
        ? last
        : parent.getFileName() + "/" + last;
  }

  private enum Kind {
    CACHE,
    T4,
    OTHER
  }

  /** What a file holds, by the names near its beginning. */
  private static Kind kind(Path file) {
    try (BufferedReader reader = open(file)) {
      char[] head = new char[PEEK];
      int length = 0;
      for (int read = 0; read >= 0 && length < PEEK; length += Math.max(read, 0)) {
        read = reader.read(head, length, PEEK - length);
        if (read < 0) {
          break;
        }
      }
      String text = new String(head, 0, length);
      if (text.contains("\"tune_params_keys\"") && text.contains("\"cache\"")) {
        return Kind.CACHE;
      }
      boolean isT4 = text.contains("\"results\"") && text.contains("\"configuration\"");
      return isT4 ? Kind.T4 : Kind.OTHER;
    } catch (IOException e) {
      return Kind.OTHER;
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      InputStream unpacked =
          file.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
      return new BufferedReader(new InputStreamReader(unpacked, StandardCharsets.UTF_8), 1 << 16);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /**
   * Reads what was measured.
   *
   * @throws EvolveException naming file, line and column, if it is not such a file
   */
  public static TuningCache cache(SpaceFile file) {
    try (BufferedReader reader = open(file.path())) {
      String source = file.path().toString();
      return kind(file.path()) == Kind.T4
          ? T4Reader.read(reader, source)
          : KernelTunerCache.read(reader, source);
    } catch (FormatException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "cannot read " + file.path() + ": " + e.getMessage(), e);
    }
  }

  /**
   * The text of a file, unpacked.
   *
   * @throws EvolveException naming the file, if it cannot be read or is too large
   */
  public static String text(Path file) {
    try (BufferedReader reader = open(file)) {
      StringBuilder text = new StringBuilder();
      char[] part = new char[PEEK];
      for (int read = reader.read(part); read >= 0; read = reader.read(part)) {
        text.append(part, 0, read);
        if (text.length() > MOST_CHARACTERS) {
          throw new EvolveException(
              ErrorCode.INVALID_REQUEST,
              file + " has more than the " + MOST_CHARACTERS + " characters that are read");
        }
      }
      return text.toString();
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Reads a measured space. */
  public static MeasuredSpace read(SpaceFile file) {
    TuningCache cache = cache(file);
    if (cache.entries().isEmpty()) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, file.path() + " has no measured configurations");
    }
    return MeasuredSpace.of(file.name(), cache);
  }
}

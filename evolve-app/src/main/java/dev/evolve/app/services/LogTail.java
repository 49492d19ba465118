package dev.evolve.app.services;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What was written to some log files since a moment. */
final class LogTail {

  private static final int MOST_BYTES = 256 * 1024;
  private static final int MOST_LINES = 15;
  private static final int LINE_LENGTH = 300;

  private final Map<Path, Long> startOffsets = new LinkedHashMap<>();

  private LogTail() {}

  /** From now on. */
  static LogTail fromNow(List<Path> files) {
    LogTail tail = new LogTail();
    files.forEach(file -> tail.startOffsets.put(file, size(file)));
    return tail;
  }

  /** All lines, file by file; of a long file the last part. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    startOffsets.forEach((file, offset) -> lines.addAll(read(file, offset)));
    return lines;
  }

  /** The last lines that say something to people, indented. */
  String forPeople() {
    List<String> lines = lines().stream().filter(LogTail::saysSomething).toList();
    return lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()).stream()
        .map(line -> "  " + (line.length() > LINE_LENGTH ? line.substring(0, LINE_LENGTH) : line))
        .reduce((one, other) -> one + "\n" + other)
        .orElse("  (it wrote nothing)");
  }

  boolean anyLine(Predicate<String> wanted) {
    return lines().stream().anyMatch(wanted);
  }

  private static boolean saysSomething(String line) {
    return !line.isBlank()
        && !line.startsWith("\tat ")
        && !line.strip().startsWith("... ")
        && !line.startsWith("{\"time\"");
  }

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> read(Path file, long offset) {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long length = in.length();
      // A file that shrank was rotated: all of it is new.
      long from = Math.max(length < offset ? 0 : offset, length - MOST_BYTES);
      byte[] content = new byte[(int) (length - from)];
      in.seek(from);
      in.readFully(content);
      return new String(content, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      return List.of("(" + file + " cannot be read: " + e.getMessage() + ")");
    }
  }
}

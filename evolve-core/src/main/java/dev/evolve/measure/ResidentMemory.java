package dev.evolve.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reads the resident memory of a process and everything that it started, from outside. */
@FunctionalInterface
public interface ResidentMemory {

  /**
   * From {@code /proc}, as {@code VmRSS} of each process; pages that several share count in each.
   */
  ResidentMemory PROC =
      pid ->
          ProcessHandle.of(pid).stream()
              .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
              .mapToLong(process -> residentBytes(Path.of("/proc", process.pid() + "", "status")))
              .filter(bytes -> bytes > 0)
              .reduce(Long::sum);

  /** Bytes that the tree holds; empty if there is no such process. */
  OptionalLong read(long pid);

  private static long residentBytes(Path status) {
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException | java.io.UncheckedIOException e) {
      // The process ended between the listing of the tree and this look at it: it holds nothing.
      return 0;
    }
  }
}

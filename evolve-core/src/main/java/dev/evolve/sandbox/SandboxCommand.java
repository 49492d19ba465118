package dev.evolve.sandbox;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A command and what it may touch.
 *
 * @param command program and arguments
 * @param directory working directory; visible at its own path
 * @param readable directories and files visible read-only at their own paths, beside the system's
 * @param writable directories visible read-write at their own paths
 * @param environment the whole environment beside PATH, HOME, TMPDIR and LANG
 * @param limits limits of the whole tree
 * @param cpu the processor to pin it to; null for any
 */
public record SandboxCommand(
    List<String> command,
    Path directory,
    List<Path> readable,
    List<Path> writable,
    SortedMap<String, String> environment,
    SandboxLimits limits,
    @Nullable Integer cpu) {

  public SandboxCommand {
    command = List.copyOf(command);
    readable = List.copyOf(readable);
    writable = List.copyOf(writable);
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  /** The processor to pin it to, if any. */
  public OptionalInt pinnedCpu() {
    return cpu == null ? OptionalInt.empty() : OptionalInt.of(cpu);
  }
}

package dev.evolve.sandbox;

import dev.evolve.pack.BenchPack;
import java.time.Duration;

/**
 * Limits of a command and all its descendants.
 *
 * @param wall wall time, after which everything is killed
 * @param memoryBytes memory
 * @param processes number of processes
 * @param fileBytes largest file that may be written
 * @param outputBytes how much of standard output and of standard error is kept; more is cut off
 */
public record SandboxLimits(
    Duration wall, long memoryBytes, int processes, long fileBytes, int outputBytes) {

  /** The limits that a pack declares, with 256 MiB a file and 1 MiB of output. */
  public static SandboxLimits from(BenchPack.Limits limits) {
    return new SandboxLimits(
        Duration.ofSeconds(limits.wallSeconds()),
        limits.memoryMiB() * 1024L * 1024L,
        limits.processes(),
        256L * 1024 * 1024,
        1024 * 1024);
  }
}

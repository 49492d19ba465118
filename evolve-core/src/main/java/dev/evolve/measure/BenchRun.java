package dev.evolve.measure;

import dev.evolve.sandbox.ResourceUsage;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One process of a bench: the unit of analysis.
 *
 * @param scenario name of the scenario
 * @param arm which binary
 * @param round round of the interleaving, from 0; a round holds one run of each arm
 * @param position place within the round, 0 or 1
 * @param seed seed of the inputs, the same for both arms of a round
 * @param status how it ended
 * @param detail what went wrong; empty if nothing did
 * @param metrics what it printed, by metric
 * @param outputSha256 hash of the output file; null if there is none
 * @param outputBytes size of the output file; 0 if there is none
 * @param usage what it used
 * @param hashes what it printed hashes of, such as of its graph or its kernel cache, by name
 * @param startedAt when it started; null where nobody wrote it down
 */
public record BenchRun(
    String scenario,
    Arm arm,
    int round,
    int position,
    long seed,
    Status status,
    String detail,
    SortedMap<String, MetricValue> metrics,
    @Nullable String outputSha256,
    long outputBytes,
    ResourceUsage usage,
    SortedMap<String, String> hashes,
    @Nullable Instant startedAt) {

  // A run that was recorded before there were hashes has none.
  public BenchRun {
    metrics = Collections.unmodifiableSortedMap(new TreeMap<>(metrics));
    hashes =
        Collections.unmodifiableSortedMap(hashes == null ? new TreeMap<>() : new TreeMap<>(hashes));
  }

  /** A run that printed no hash, and of which nobody wrote down when it started. */
  public BenchRun(
      String scenario,
      Arm arm,
      int round,
      int position,
      long seed,
      Status status,
      String detail,
      SortedMap<String, MetricValue> metrics,
      @Nullable String outputSha256,
      long outputBytes,
      ResourceUsage usage) {
    this(
        scenario,
        arm,
        round,
        position,
        seed,
        status,
        detail,
        metrics,
        outputSha256,
        outputBytes,
        usage,
        new TreeMap<>(),
        null);
  }

  /** How a run ended. */
  public enum Status {
    /** Exit code 0, metrics readable, output present. */
    OK,
    /** Exit code not 0 or a signal. */
    CRASHED,
    /** Killed at the limit of wall time. */
    TIMED_OUT,
    /** Killed at the limit of memory. */
    OUT_OF_MEMORY,
    /** Output that cannot be read, or a declared metric that is missing. */
    BAD_OUTPUT,
    /** No output file, or an empty one. */
    MISSING_OUTPUT
  }
}

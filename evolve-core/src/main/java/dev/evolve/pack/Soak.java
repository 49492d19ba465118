package dev.evolve.pack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The long run in which leaks show: baseline and candidate beside one another on the same work.
 *
 * <p>The command does its work at a steady pace until it is ended, and prints now and then {@code
 * {"work": 123}} or {@code {"work": 123, "memory": 4567}}: the units of work done since its start
 * and, if the pack says so, the bytes that it holds.
 *
 * @param command empty to soak the pack's service with its load, where a unit of work is an answer;
 *     otherwise run in the pack's directory; {@code {seed}} is replaced, with a compression {@code
 *     {pace}} too
 * @param hours how long it runs, at pace 1
 * @param sampleSeconds time between two samples of memory, at pace 1
 * @param memory what is sampled
 * @param leakPercentPerHour growth beyond the baseline's, in percent of the baseline's level for an
 *     hour at pace 1, above which the candidate leaks
 * @param detectablePercentPerHour leak that a pass excludes
 * @param leakPercentPerMillion the same for a million units of work; null for any
 * @param compression how many times faster than pace 1 the work is done; 1 for no compression
 * @param shorter why fewer than {@value #HOURS} hours are enough; null if it is not shorter
 */
public record Soak(
    List<String> command,
    double hours,
    double sampleSeconds,
    Memory memory,
    double leakPercentPerHour,
    double detectablePercentPerHour,
    @Nullable Double leakPercentPerMillion,
    int compression,
    @Nullable String shorter) {

  /** Hours of a soak that says nothing else. */
  public static final int HOURS = 8;

  /** Seconds between samples of a soak that says nothing else. */
  public static final int SAMPLE_SECONDS = 30;

  /** Limit of a soak that says nothing else, in percent per hour. */
  public static final double LEAK_PERCENT_PER_HOUR = 0.1;

  /** A pass excludes a leak of that many times the limit, if the pack says nothing else. */
  public static final double DETECTABLE = 5;

  /** Fewest samples of a soak. */
  public static final int FEWEST_SAMPLES = 64;

  /** Most samples of a soak: they are kept with the evaluation. */
  public static final int MOST_SAMPLES = 10_000;

  public Soak {
    command = List.copyOf(command);
  }

  /** What is sampled. */
  public enum Memory {
    /** Resident memory of the whole process tree, seen from outside. */
    RSS,
    /** The bytes that the command prints. */
    PRINTED
  }

  /** Samples of each arm. */
  public int samples() {
    return (int) Math.round(hours * 3600 / sampleSeconds);
  }

  /**
   * The paces at which it runs: the one that is judged, then, if time is compressed, half of it, as
   * the proof that work and not time drives memory.
   */
  public List<Double> paces() {
    List<Double> paces = new ArrayList<>(List.of((double) compression));
    if (compression > 1) {
      paces.add(compression / 2.0);
    }
    return paces;
  }

  /** The limit on a leak per million units of work, if there is one. */
  public Optional<Double> perMillionIfAny() {
    return Optional.ofNullable(leakPercentPerMillion);
  }
}

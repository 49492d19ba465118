package dev.evolve.measure;

import java.util.List;

/**
 * Memory of one arm over a soak, sampled while both arms ran.
 *
 * @param arm which binary
 * @param pace how many times faster than the pack's pace 1 the work was done
 * @param seed seed of the work, the same for both arms
 * @param status how it ended
 * @param detail what went wrong; empty if nothing did
 * @param samples in the order in which they were taken
 */
public record SoakObservation(
    Arm arm, double pace, long seed, Status status, String detail, List<Sample> samples) {

  public SoakObservation {
    samples = List.copyOf(samples);
  }

  /** How a soak ended. */
  public enum Status {
    /** It was ended when its time was over. */
    OK,
    /** It ended by itself before its time was over. */
    ENDED_EARLY,
    /** The other arm ended early, so that it was ended too. */
    STOPPED,
    /** It printed something that is no progress, or no memory where it should. */
    BAD_OUTPUT
  }

  /**
   * One look at one arm.
   *
   * @param atSeconds since the start of the soak
   * @param memoryBytes what it held
   * @param work units of work that it says it has done
   */
  public record Sample(double atSeconds, double memoryBytes, double work) {}
}

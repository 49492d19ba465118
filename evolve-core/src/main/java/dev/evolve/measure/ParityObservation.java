package dev.evolve.measure;

import org.jspecify.annotations.Nullable;

/**
 * How a candidate's output compares with the baseline's on the same inputs, drawn after the build.
 *
 * @param scenario name of the scenario
 * @param round round of the two runs
 * @param seed seed of the inputs
 * @param elements number of elements compared
 * @param relativeL2 ‖candidate − baseline‖₂ / ‖baseline‖₂ over the finite elements; NaN if they
 *     cannot be compared
 * @param maximumAbsolute largest absolute difference
 * @param nonFiniteMismatches elements that are NaN or infinite in one output and not the same in
 *     the other
 * @param bitwiseEqual whether every byte is equal
 * @param problem why they cannot be compared, such as different sizes; empty if they can
 * @param magnitude how large the elements and their differences are; null if none is finite in both
 */
public record ParityObservation(
    String scenario,
    int round,
    long seed,
    long elements,
    double relativeL2,
    double maximumAbsolute,
    long nonFiniteMismatches,
    boolean bitwiseEqual,
    String problem,
    @Nullable Magnitude magnitude) {

  /**
   * Sizes over the elements that are finite in both outputs.
   *
   * @param finite how many there are
   * @param baselineNorm ‖baseline‖₂
   * @param differenceNorm ‖candidate − baseline‖₂
   * @param ulps largest difference of an element, in units of the last place of the largest of both
   *     elements and the root mean square of the baseline: a sum that cancels is not held to the
   *     precision of its small remainder
   */
  public record Magnitude(long finite, double baselineNorm, double differenceNorm, double ulps) {

    /** Root mean square of the baseline's elements. */
    public double rootMeanSquare() {
      return baselineNorm / Math.sqrt(Math.max(1, finite));
    }
  }
}

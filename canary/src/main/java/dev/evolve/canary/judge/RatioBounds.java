package dev.evolve.canary.judge;

import java.util.function.DoublePredicate;

/**
 * Between which ratios of candidate to baseline the truth lies, each bound at one test's error
 * rate.
 *
 * @param low the largest ratio that a test of "no slower than this" still refuses; 0 if there is
 *     none
 * @param high the smallest ratio that a test of "no faster than this" refuses; infinite if there is
 *     none
 */
record RatioBounds(double low, double high) {

  private static final double SMALLEST = 1e-6;
  private static final double LARGEST = 1e6;
  private static final int STEPS = 60;

  /**
   * @param slowerThan whether a test says that the candidate is slower than a ratio; true up to
   *     some ratio, then false
   * @param fasterThan whether a test says that it is faster; false up to some ratio, then true
   */
  static RatioBounds of(DoublePredicate slowerThan, DoublePredicate fasterThan) {
    double low = slowerThan.test(SMALLEST) ? turn(slowerThan) : 0;
    double high =
        fasterThan.test(LARGEST)
            ? turn(ratio -> !fasterThan.test(ratio))
            : Double.POSITIVE_INFINITY;
    return new RatioBounds(low, high);
  }

  /** Midway between both on the scale of ratios. */
  double middle() {
    return Math.sqrt(low * high);
  }

  /** Where a statement turns from true to false, by halving on the scale of ratios. */
  private static double turn(DoublePredicate statement) {
    double holds = Math.log(SMALLEST);
    double fails = Math.log(LARGEST);
    for (int i = 0; i < STEPS; i++) {
      double middle = (holds + fails) / 2;
      if (statement.test(Math.exp(middle))) {
        holds = middle;
      } else {
        fails = middle;
      }
    }
    return Math.exp(holds);
  }
}

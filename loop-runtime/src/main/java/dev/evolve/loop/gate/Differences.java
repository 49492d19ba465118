package dev.evolve.loop.gate;

/** How far apart two rows of numbers are. */
final class Differences {

  private Differences() {}

  /**
   * The largest absolute difference: 0 only for equal bits, infinite for rows of different length
   * and for a NaN against a number.
   */
  static double largest(double[] expected, double[] actual) {
    if (expected.length != actual.length) {
      return Double.POSITIVE_INFINITY;
    }
    double largest = 0;
    for (int i = 0; i < expected.length; i++) {
      largest = Math.max(largest, between(expected[i], actual[i]));
    }
    return largest;
  }

  /** 0 only for equal bits; equal numbers of different bits are the smallest difference apart. */
  private static double between(double expected, double actual) {
    if (Double.doubleToRawLongBits(expected) == Double.doubleToRawLongBits(actual)) {
      return 0;
    }
    double apart = Math.abs(expected - actual);
    return Double.isNaN(apart) ? Double.POSITIVE_INFINITY : Math.max(apart, Double.MIN_VALUE);
  }
}

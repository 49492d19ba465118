package dev.evolve.gates.statistics;

/** Logarithms of ratios: what every comparison of two positive quantities is made on. */
public final class LogRatios {

  private LogRatios() {}

  /**
   * Logarithms of candidate over baseline, pair by pair.
   *
   * @throws IllegalArgumentException if there are no pairs, or a value that is not finite and
   *     positive
   */
  public static double[] of(double[] baseline, double[] candidate) {
    if (baseline.length != candidate.length || baseline.length == 0) {
      throw new IllegalArgumentException(
          "wanted pairs, found " + baseline.length + " and " + candidate.length + " values");
    }
    double[] logs = new double[baseline.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(positive(candidate[i])) - Math.log(positive(baseline[i]));
    }
    return logs;
  }

  private static double positive(double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException("wanted a finite positive value, found " + value);
    }
    return value;
  }
}

package dev.evolve.gates.statistics;

import java.util.Arrays;

/** How far values lie from their middle, so that few of them cannot decide it. */
public final class Spread {

  /** Standard deviation over median absolute deviation of a normal distribution. */
  private static final double NORMAL = 1.482602218505602;

  private Spread() {}

  /** Median. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return sorted[(n - 1) / 2] / 2 + sorted[n / 2] / 2;
  }

  /**
   * A robust standard deviation: the median distance from the Hodges–Lehmann centre, in units that
   * make it the standard deviation of a normal distribution.
   */
  public static double deviation(double[] values) {
    double centre = PairedEffect.centre(values);
    return NORMAL * median(Arrays.stream(values).map(value -> Math.abs(value - centre)).toArray());
  }
}

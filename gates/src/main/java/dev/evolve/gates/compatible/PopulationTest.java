package dev.evolve.gates.compatible;

import org.hipparchus.distribution.continuous.TDistribution;

/**
 * Student's t-test of two neighbouring parts with a pooled variance, fed population variances where
 * sample variances belong: Apache Otava's habit.
 */
final class PopulationTest {

  private PopulationTest() {}

  /** Two-sided p of {@code [from, at)} against {@code [at, to)}; NaN if both are one constant. */
  static double p(double[] values, int from, int at, int to) {
    int n = at - from;
    int m = to - at;
    int freedom = n + m - 2;
    if (freedom <= 0) {
      return 1;
    }
    double difference =
        OtavaChangePoints.mean(values, from, at) - OtavaChangePoints.mean(values, at, to);
    double pooled =
        ((n - 1) * variance(values, from, at) + (m - 1) * variance(values, at, to)) / freedom;
    if (pooled == 0) {
      return difference == 0 ? Double.NaN : 0;
    }
    double t = Math.abs(difference) / Math.sqrt(pooled * (1.0 / n + 1.0 / m));
    return 2 * new TDistribution(freedom).cumulativeProbability(-t);
  }

  private static double variance(double[] values, int from, int to) {
    double mean = OtavaChangePoints.mean(values, from, to);
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += (values[i] - mean) * (values[i] - mean);
    }
    return sum / (to - from);
  }
}

package dev.evolve.app.bench.gates.rivals;

import java.util.Arrays;
import org.hipparchus.stat.inference.MannWhitneyUTest;

/** What several rules compute. */
final class Samples {

  private static final int EXACT = 25;

  private Samples() {}

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** Unbiased variance. */
  static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
  }

  /** Two-sided p-value of the rank-sum test, exact for small samples without ties. */
  static double rankTest(double[] a, double[] b) {
    double[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    boolean ties = Arrays.stream(both).distinct().count() < both.length;
    boolean exact = !ties && Math.max(a.length, b.length) <= EXACT;
    if (Arrays.stream(both).distinct().count() == 1) {
      return 1;
    }
    return new MannWhitneyUTest().mannWhitneyUTest(a, b, exact);
  }
}

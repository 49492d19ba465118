package dev.evolve.app.bench.gates.rivals;

import java.util.Arrays;
import org.hipparchus.util.CombinatoricsUtils;

/** Chromium's Pinpoint: different if the smaller p of Mann–Whitney and KS is at most 0.01. */
final class PinpointRule implements TwoSampleRule {

  private static final double LOW = 0.01;

  @Override
  public String name() {
    return "Pinpoint";
  }

  @Override
  public Answer judge(double[] baseline, double[] candidate) {
    double p = Math.min(Samples.rankTest(baseline, candidate), smirnov(baseline, candidate));
    return p <= LOW
        ? TwoSampleRule.bySign(Samples.median(candidate) - Samples.median(baseline))
        : Answer.SAME;
  }

  /**
   * Exact p-value of the two-sample Kolmogorov–Smirnov test for samples of one size (B. V. Gnedenko
   * and V. S. Koroluk, 1951).
   */
  private static double smirnov(double[] baseline, double[] candidate) {
    int n = baseline.length;
    int distance = 0;
    for (double at : baseline) {
      distance = Math.max(distance, Math.abs(atMost(baseline, at) - atMost(candidate, at)));
    }
    for (double at : candidate) {
      distance = Math.max(distance, Math.abs(atMost(baseline, at) - atMost(candidate, at)));
    }
    double sum = 0;
    for (int j = 1; distance > 0 && j * distance <= n; j++) {
      double paths = CombinatoricsUtils.binomialCoefficientLog(2 * n, n - j * distance);
      double share = Math.exp(paths - CombinatoricsUtils.binomialCoefficientLog(2 * n, n));
      sum += j % 2 == 1 ? share : -share;
    }
    return distance == 0 ? 1 : Math.min(1, 2 * sum);
  }

  private static int atMost(double[] values, double limit) {
    return (int) Arrays.stream(values).filter(value -> value <= limit).count();
  }
}

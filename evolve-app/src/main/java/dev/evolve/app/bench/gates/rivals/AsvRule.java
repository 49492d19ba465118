package dev.evolve.app.bench.gates.rivals;

import java.util.Arrays;
import org.hipparchus.util.CombinatoricsUtils;

/**
 * asv continuous: medians apart by a factor of 1.1 and Mann–Whitney below 0.002; where so few
 * values cannot reach that, ranges that do not overlap stand in for its 99 % intervals.
 */
final class AsvRule implements TwoSampleRule {

  private static final double FACTOR = 1.1;
  private static final double LIMIT = 0.002;

  @Override
  public String name() {
    return "asv continuous";
  }

  @Override
  public Answer judge(double[] baseline, double[] candidate) {
    double ratio = Samples.median(candidate) / Samples.median(baseline);
    boolean far = ratio > FACTOR || ratio < 1 / FACTOR;
    return far && differ(baseline, candidate) ? TwoSampleRule.bySign(ratio - 1) : Answer.SAME;
  }

  private static boolean differ(double[] baseline, double[] candidate) {
    int n = baseline.length;
    double smallest = 1 / CombinatoricsUtils.binomialCoefficientDouble(2 * n, n);
    return smallest < LIMIT
        ? Samples.rankTest(baseline, candidate) < LIMIT
        : max(baseline) < min(candidate) || max(candidate) < min(baseline);
  }

  private static double max(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private static double min(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }
}

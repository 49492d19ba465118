package dev.evolve.app.bench.gates.rivals;

import java.util.Locale;

/**
 * The last value over the one before, as github-action-benchmark does with a limit of 200 %.
 *
 * @param limit ratio beyond which it alerts
 */
record RatioRule(double limit) implements TwoSampleRule {

  static RatioRule lastOverPrevious(double limit) {
    return new RatioRule(limit);
  }

  @Override
  public String name() {
    return String.format(Locale.ROOT, "last over previous %.0f %%", 100 * limit);
  }

  @Override
  public Answer judge(double[] baseline, double[] candidate) {
    double ratio = candidate[candidate.length - 1] / baseline[baseline.length - 1];
    boolean far = ratio > limit || ratio < 1 / limit;
    return far ? TwoSampleRule.bySign(ratio - 1) : Answer.SAME;
  }
}

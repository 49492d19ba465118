package dev.evolve.app.bench.gates.rivals;

/** benchstat and Google Benchmark's compare: Mann–Whitney at 0.05, no floor. */
public final class RankTestRule implements TwoSampleRule {

  private static final double ALPHA = 0.05;

  @Override
  public String name() {
    return "rank test (benchstat, Google compare)";
  }

  @Override
  public Answer judge(double[] baseline, double[] candidate) {
    return Samples.rankTest(baseline, candidate) < ALPHA
        ? TwoSampleRule.bySign(Samples.median(candidate) - Samples.median(baseline))
        : Answer.SAME;
  }
}

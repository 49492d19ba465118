package dev.evolve.app.bench.gates.rivals;

import dev.evolve.gates.statistics.LogRatios;
import dev.evolve.gates.statistics.PairedEffect;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.hipparchus.stat.inference.WilcoxonSignedRankTest;

/**
 * A paired rule without our cut-off: worse by 2 % in the Hodges–Lehmann estimate, and Wilcoxon's
 * signed-rank test at one-sided 0.5 %.
 */
final class SignedRankRule implements TwoSampleRule {

  private static final double ALPHA = 0.005;
  private static final double FLOOR = Math.log(1.02);
  private static final int EXACT = 30;

  @Override
  public String name() {
    return "paired signed rank at 99.5 % and 2 %";
  }

  @Override
  public Answer judge(double[] baseline, double[] candidate) {
    double centre = PairedEffect.centre(LogRatios.of(baseline, candidate));
    if (Math.abs(centre) <= FLOOR) {
      return Answer.SAME;
    }
    double[] before = logs(baseline);
    double[] after = logs(candidate);
    boolean exact = baseline.length <= EXACT && !hasTies(before, after);
    double twoSided = new WilcoxonSignedRankTest().wilcoxonSignedRankTest(before, after, exact);
    return twoSided / 2 <= ALPHA ? TwoSampleRule.bySign(centre) : Answer.SAME;
  }

  private static double[] logs(double[] values) {
    return Arrays.stream(values).map(Math::log).toArray();
  }

  private static boolean hasTies(double[] before, double[] after) {
    long distinct =
        IntStream.range(0, before.length)
            .mapToDouble(i -> Math.abs(after[i] - before[i]))
            .filter(difference -> difference > 0)
            .distinct()
            .count();
    return distinct < before.length;
  }
}

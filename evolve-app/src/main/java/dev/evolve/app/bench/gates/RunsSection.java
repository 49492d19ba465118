package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.gates.statistics.Claim;
import dev.evolve.gates.statistics.Claim.Standing;
import dev.evolve.gates.statistics.GroupSequentialDesign;
import dev.evolve.gates.statistics.SequentialComparison;
import java.util.ArrayList;
import java.util.List;

/**
 * Pairs that a comparison takes which stops by itself, against the fixed number that answers
 * rightly as often at the same error rate.
 */
final class RunsSection implements GatesSection {

  private static final int BUDGET = 60;
  private static final int STEP = 2;
  private static final double[] WORSE = {0, 0.05, 0.10, 0.15};
  private static final double[] BETTER = {0, -0.05, -0.15, -0.20};

  @Override
  public String title() {
    return "runs used: stopping by itself against a fixed number at equal error rates";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    List<BenchResult> rows = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    List<DrawSource> sources =
        List.of(GoSeries.read(data), GpuSeries.read(data), new NoisySeries(0.10));
    for (DrawSource source : sources) {
      List<PairDraw> draws = source.draws(data.pairs() / 4, BUDGET, GatesData.SEED + 7);
      shares.add(row(setting, source, "no regression", OurRule.NOT_WORSE, draws, WORSE, rows));
      shares.add(row(setting, source, "10 % faster", OurRule.GAIN, draws, BETTER, rows));
    }
    double mean = shares.stream().mapToDouble(Double::doubleValue).average().orElse(1);
    rows.add(
        setting.result(
            GatesBench.NAME,
            "pairs used against a fixed number, mean",
            100 * mean,
            100 * shares.stream().mapToDouble(Double::doubleValue).min().orElse(1),
            100 * shares.stream().mapToDouble(Double::doubleValue).max().orElse(1),
            "%",
            "<= 60 %",
            mean <= 0.60,
            shares.size()));
    return rows;
  }

  private static double row(
      BenchSetting setting,
      DrawSource source,
      String question,
      Claim claim,
      List<PairDraw> draws,
      double[] effects,
      List<BenchResult> rows) {
    Used adaptive = adaptive(claim, draws, effects);
    int fixed = fixedPairs(claim, draws, effects, adaptive.right());
    rows.add(
        setting.against(
            setting.result(
                GatesBench.NAME,
                "%s, %s: pairs used, right in %.1f %% of cases"
                    .formatted(source.name(), question, 100 * adaptive.right()),
                adaptive.pairs(),
                adaptive.low(),
                adaptive.high(),
                "pairs",
                "",
                null,
                draws.size() * effects.length),
            "fixed number of pairs",
            fixed));
    return adaptive.pairs() / fixed;
  }

  private static Used adaptive(Claim claim, List<PairDraw> draws, double[] effects) {
    SequentialComparison comparison =
        new SequentialComparison(claim, GroupSequentialDesign.upTo(BUDGET, OurRule.ALPHA));
    List<Double> means = new ArrayList<>();
    int right = 0;
    for (double effect : effects) {
      List<AdaptiveRun> runs =
          draws.parallelStream().map(d -> AdaptiveRun.of(d.slowed(effect), comparison)).toList();
      means.add(runs.stream().mapToInt(AdaptiveRun::pairs).average().orElse(BUDGET));
      right += (int) runs.stream().filter(r -> isRight(claim, effect, r.standing())).count();
    }
    return new Used(
        means.stream().mapToDouble(Double::doubleValue).average().orElse(BUDGET),
        means.stream().mapToDouble(Double::doubleValue).min().orElse(BUDGET),
        means.stream().mapToDouble(Double::doubleValue).max().orElse(BUDGET),
        (double) right / (draws.size() * effects.length));
  }

  /** The smallest number with which one look at the same level is right as often. */
  private static int fixedPairs(
      Claim claim, List<PairDraw> draws, double[] effects, double wanted) {
    for (int pairs = STEP; pairs < BUDGET; pairs += STEP) {
      int count = pairs;
      long right = 0;
      for (double effect : effects) {
        right +=
            draws.parallelStream()
                .filter(draw -> isRight(claim, effect, answer(claim, draw, effect, count)))
                .count();
      }
      if ((double) right / (draws.size() * effects.length) >= wanted) {
        return pairs;
      }
    }
    return BUDGET;
  }

  private static Standing answer(Claim claim, PairDraw draw, double effect, int pairs) {
    return claim.standing(OurRule.worsening(draw.first(pairs).slowed(effect)), OurRule.ALPHA);
  }

  private static boolean isRight(Claim claim, double effect, Standing standing) {
    boolean truth = claim instanceof Claim.Gain ? effect <= -0.10 : effect <= 0;
    return standing == (truth ? Standing.HELD : Standing.REFUTED);
  }

  /**
   * What the stopping comparison took.
   *
   * @param pairs mean over all effects
   * @param low mean at the effect that took least
   * @param high mean at the effect that took most
   * @param right share of right answers
   */
  private record Used(double pairs, double low, double high, double right) {}
}

package dev.evolve.gates.compare;

import dev.evolve.gates.statistics.Spread;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what a judged metric means and what to do. */
final class MeasuredMetrics {

  private MeasuredMetrics() {}

  static ComparedMetric of(
      Series series,
      List<Double> baseline,
      List<Double> candidate,
      double floor,
      EffectJudge.Judged judged) {
    return new ComparedMetric(
        series.benchmark(),
        series.metric(),
        series.unit(),
        judged.verdict(),
        Spread.median(TurnValue.array(baseline)),
        Spread.median(TurnValue.array(candidate)),
        finite(judged.worse()),
        finite(judged.low()),
        finite(judged.high()),
        floor,
        baseline.size(),
        judged.pValue(),
        finite(judged.detectable()),
        judged.pairsNeeded(),
        todo(judged, floor, baseline.size()));
  }

  private static String todo(EffectJudge.Judged judged, double floor, int pairs) {
    return switch (judged.verdict()) {
      case FAIL ->
          "worse by more than the floor; profile the candidate, or raise the floor if it may";
      case PASS -> judged.high() < 0 ? "better" : "worse by no more than " + Shares.plain(floor);
      case INCONCLUSIVE -> undecided(judged, pairs);
      case INVALID -> "cannot be judged";
    };
  }

  private static String undecided(EffectJudge.Judged judged, int pairs) {
    return judged.pairsNeeded() > pairs
        ? "not decided; about %d pairs would decide, %d were run"
            .formatted(judged.pairsNeeded(), pairs)
        : "not decided; run it again with more pairs or less noise";
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) && value > -1 ? value : null;
  }
}

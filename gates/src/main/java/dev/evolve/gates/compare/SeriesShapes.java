package dev.evolve.gates.compare;

import dev.evolve.gates.statistics.LogRatios;
import dev.evolve.gates.statistics.Modality;
import dev.evolve.gates.statistics.OrderEffect;
import dev.evolve.measure.Arm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What else the runs of a metric show: that the second of a pair is slower, or that there are two
 * kinds of runs. Paired differences in both orders stand either; it tells why a comparison needs
 * many pairs.
 */
final class SeriesShapes {

  private static final double SURE = 0.01;
  private static final int MOST_VALUES = 200;

  private SeriesShapes() {}

  /** What is worth telling, each in a sentence. */
  static List<String> notes(Series series, RunOrder order) {
    List<Double> baseline = new ArrayList<>();
    List<Double> candidate = new ArrayList<>();
    for (int i = 0; i < order.turns().size(); i++) {
      boolean isBaseline = order.turns().get(i).arm() == Arm.BASELINE;
      (isBaseline ? baseline : candidate).add(series.values().get(i));
    }
    if (baseline.size() > MOST_VALUES) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    order(series, TurnValue.array(baseline), TurnValue.array(candidate), order)
        .ifPresent(notes::add);
    modes(series, "baseline", TurnValue.array(baseline)).ifPresent(notes::add);
    modes(series, "candidate", TurnValue.array(candidate)).ifPresent(notes::add);
    return notes;
  }

  private static Optional<String> order(
      Series series, double[] baseline, double[] candidate, RunOrder order) {
    boolean[] isCandidateFirst = new boolean[baseline.length];
    for (int pair = 0; pair < isCandidateFirst.length; pair++) {
      isCandidateFirst[pair] = order.turns().get(2 * pair).arm() == Arm.CANDIDATE;
    }
    OrderEffect effect = OrderEffect.of(LogRatios.of(baseline, candidate), isCandidateFirst);
    return effect.pValue() < SURE
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%s: the second run of a pair gives %.3f times the first; with both orders it counts"
                    + " for neither arm",
                series.name(),
                effect.ratio()))
        : Optional.empty();
  }

  private static Optional<String> modes(Series series, String arm, double[] values) {
    Modality modality = Modality.of(values);
    return modality.pValue() < SURE
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%s: two kinds of runs of the %s, %.0f %% of them %.3f times the others; find what"
                    + " puts a run into one state or the other",
                series.name(),
                arm,
                100 * modality.upperShare(),
                modality.gap()))
        : Optional.empty();
  }
}

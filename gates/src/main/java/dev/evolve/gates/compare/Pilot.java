package dev.evolve.gates.compare;

import dev.evolve.results.Direction;
import dev.evolve.results.Measurement;
import dev.evolve.results.ResultFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a few runs of one build foretell: by how much a candidate would have to be worse to be found
 * by so many pairs. The runs are paired as they came.
 */
public final class Pilot {

  private final List<EffectJudge.Pairs> family;

  /** The pairs of each metric of which it is known which way is better, noisiest first. */
  public Pilot(List<ResultFile> runs, CompareOptions options) {
    this.family =
        runs.getFirst().turns().getFirst().measurements().stream()
            .filter(is -> isJudged(is, options))
            .map(is -> pairs(is, runs, options.floor()))
            .flatMap(Optional::stream)
            .sorted(Comparator.comparingDouble(Pilot::noise).reversed())
            .toList();
  }

  /**
   * What can be found in one metric.
   *
   * @param name benchmark and metric
   * @param share how much worse it has to be; infinite if so few pairs find nothing
   */
  public record Detectable(String name, double share) {}

  /** How many metrics will be judged, at least 1. */
  public int metrics() {
    return Math.max(1, family.size());
  }

  /** What can be found in the noisiest metrics; it is simulated, which takes seconds for each. */
  public List<Detectable> detectable(EffectJudge judge, int pairs, int most) {
    return family.stream()
        .limit(most)
        .map(is -> new Detectable(is.name(), judge.detectable(is, pairs, family.size())))
        .toList();
  }

  private static double noise(EffectJudge.Pairs pairs) {
    return Arrays.stream(HolmJudge.logRatios(pairs)).map(Math::abs).average().orElse(0);
  }

  private static boolean isJudged(Measurement is, CompareOptions options) {
    boolean isNamed = options.metrics().contains(is.metric());
    boolean isDirected =
        is.direction() != Direction.UNKNOWN
            || options.lower().contains(is.metric())
            || options.higher().contains(is.metric());
    return options.metrics().isEmpty() ? isDirected : isNamed;
  }

  private static Optional<EffectJudge.Pairs> pairs(
      Measurement wanted, List<ResultFile> runs, double floor) {
    List<Double> values = new ArrayList<>();
    for (ResultFile run : runs) {
      run.turns().getFirst().measurements().stream()
          .filter(is -> is.benchmark().equals(wanted.benchmark()))
          .filter(is -> is.metric().equals(wanted.metric()))
          .map(TurnValue::of)
          .filter(value -> Double.isFinite(value) && value > 0)
          .forEach(values::add);
    }
    int half = values.size() / 2;
    if (half == 0 || values.size() < runs.size() || isCounted(wanted, values)) {
      return Optional.empty();
    }
    List<Double> first = new ArrayList<>();
    List<Double> second = new ArrayList<>();
    for (int i = 0; i < half; i++) {
      first.add(values.get(2 * i));
      second.add(values.get(2 * i + 1));
    }
    String name = wanted.benchmark() + " " + wanted.metric();
    return Optional.of(new EffectJudge.Pairs(name, first, second, floor));
  }

  private static boolean isCounted(Measurement wanted, List<Double> values) {
    return wanted.countable() && values.stream().distinct().count() == 1;
  }
}

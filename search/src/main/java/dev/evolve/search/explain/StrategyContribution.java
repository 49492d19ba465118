package dev.evolve.search.explain;

import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What one strategy did for a search.
 *
 * @param strategy name
 * @param evaluations trials it proposed
 * @param failures those that gave no value
 * @param repeats those of a point that was told before
 * @param seconds what they cost
 * @param improvements how often it found a better point than anyone before
 * @param shareOfGain its share of the way from the first measured value to the best, each step
 *     counted for who took it, in logarithms where values are positive
 * @param best the smallest value it found; absent if none
 * @param randomMedian what random search would have found in half of the cases for the same
 *     seconds; absent if there is nothing to estimate it from
 * @param chanceOfRandom how probably random search would have found as good a point for the same
 *     seconds
 */
public record StrategyContribution(
    String strategy,
    int evaluations,
    int failures,
    int repeats,
    double seconds,
    int improvements,
    double shareOfGain,
    @Nullable Double best,
    @Nullable Double randomMedian,
    @Nullable Double chanceOfRandom) {

  /** By strategy in the order in which they first proposed. */
  static List<StrategyContribution> of(
      List<Trial> trials, Incumbents incumbents, Scale scale, @Nullable RandomReference reference) {
    double[] gains = gains(trials, incumbents, scale);
    double total = java.util.Arrays.stream(gains).sum();
    Map<String, List<Integer>> byStrategy = new LinkedHashMap<>();
    for (int i = 0; i < trials.size(); i++) {
      byStrategy.computeIfAbsent(trials.get(i).strategy(), name -> new ArrayList<>()).add(i);
    }
    List<StrategyContribution> contributions = new ArrayList<>();
    byStrategy.forEach(
        (name, own) -> {
          double gain = own.stream().mapToDouble(i -> gains[i]).sum();
          contributions.add(
              of(name, own, trials, incumbents, total > 0 ? gain / total : 0, reference));
        });
    return contributions;
  }

  private static double[] gains(List<Trial> trials, Incumbents incumbents, Scale scale) {
    double[] gains = new double[trials.size()];
    for (int i : incumbents.improvements()) {
      Trial before = incumbents.after(i - 1);
      if (before != null) {
        gains[i] = scale.in(Incumbents.value(before)) - scale.in(Incumbents.value(trials.get(i)));
      }
    }
    return gains;
  }

  private static StrategyContribution of(
      String name,
      List<Integer> own,
      List<Trial> trials,
      Incumbents incumbents,
      double share,
      @Nullable RandomReference reference) {
    double seconds = own.stream().mapToDouble(i -> trials.get(i).cost().seconds()).sum();
    OptionalDouble best =
        own.stream()
            .mapToDouble(i -> Incumbents.value(trials.get(i)))
            .filter(value -> !Double.isNaN(value))
            .min();
    double points = reference == null ? 0 : reference.pointsFor(seconds, own.size());
    OptionalDouble median =
        reference == null ? OptionalDouble.empty() : reference.quantile(0.5, points);
    return new StrategyContribution(
        name,
        own.size(),
        (int) own.stream().filter(i -> isFailed(trials.get(i))).count(),
        (int) own.stream().filter(incumbents::isRepeat).count(),
        seconds,
        (int) own.stream().filter(incumbents.improvements()::contains).count(),
        share,
        best.isPresent() ? (Double) best.getAsDouble() : null,
        median.isPresent() ? (Double) median.getAsDouble() : null,
        reference != null && best.isPresent()
            ? (Double) reference.chanceOf(best.getAsDouble(), points)
            : null);
  }

  /** The same of values that were told negated, since they are to be large. */
  StrategyContribution negated() {
    return new StrategyContribution(
        strategy,
        evaluations,
        failures,
        repeats,
        seconds,
        improvements,
        shareOfGain,
        best == null ? null : (Double) (0 - best),
        randomMedian == null ? null : (Double) (0 - randomMedian),
        chanceOfRandom);
  }

  private static boolean isFailed(Trial trial) {
    return trial.outcome() instanceof Outcome.Failed;
  }
}

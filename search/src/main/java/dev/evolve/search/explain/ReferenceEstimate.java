package dev.evolve.search.explain;

import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Estimates what random search would have reached from the trials of another search. Where enough
 * trials were random they are the sample. Otherwise every measured trial counts as often as
 * uniformly drawn feasible points share its leaves (the weights of a quantile regression forest,
 * Meinshausen 2006, averaged over the feasible points), so that values that a search visits often
 * because they are good do not count for more; failing has the mean probability that the model of
 * failing gives to the feasible points.
 */
final class ReferenceEstimate {

  private static final String RANDOM = "random";
  private static final int ENOUGH = 50;

  private ReferenceEstimate() {}

  /** Empty if there is nothing to estimate from. */
  static Optional<RandomReference> of(Model model, List<Trial> trials) {
    List<Trial> random =
        trials.stream()
            .filter(trial -> trial.strategy().equals(RANDOM))
            .filter(Observations::tellsOfThePoint)
            .toList();
    if (random.size() >= ENOUGH && random.stream().anyMatch(ReferenceEstimate::isMeasured)) {
      return Optional.of(ofRandom(random));
    }
    Forest forest = model.values();
    return forest == null || model.landscape().points().isEmpty()
        ? Optional.empty()
        : Optional.of(ofWeights(model, forest, trials));
  }

  private static RandomReference ofRandom(List<Trial> random) {
    double[] weights = new double[random.size()];
    Arrays.fill(weights, 1);
    return RandomReference.ofSample(
        random.stream().mapToDouble(ReferenceEstimate::value).toArray(),
        weights,
        meanSeconds(random),
        "the " + random.size() + " random trials of this search");
  }

  private static RandomReference ofWeights(Model model, Forest forest, List<Trial> trials) {
    int[][] cells = Table.cells(model.observations().features(), model.landscape().points());
    int rows = model.landscape().points().size();
    double[] weights = Arrays.copyOf(forest.weights(cells, rows), forest.table().rows() + 1);
    double[] values = Arrays.copyOf(forest.table().targets(), weights.length);
    for (int row = 0; row + 1 < values.length; row++) {
      values[row] = model.observations().scale().out(values[row]);
    }
    double failing = failing(model.failing(), cells, rows);
    values[values.length - 1] = Double.NaN;
    weights[weights.length - 1] = failing >= 1 ? 0 : failing / (1 - failing);
    return RandomReference.ofSample(
        values,
        weights,
        meanSeconds(trials),
        "an estimate from "
            + forest.table().rows()
            + " trials, weighted as a random search would have met their like");
  }

  private static double failing(
      @org.jspecify.annotations.Nullable Forest forest, int[][] cells, int rows) {
    return forest == null ? 0 : Numbers.mean(Forest.mean(forest.predictions(cells, rows)));
  }

  private static double meanSeconds(List<Trial> trials) {
    return trials.stream().mapToDouble(trial -> trial.cost().seconds()).average().orElse(0);
  }

  private static boolean isMeasured(Trial trial) {
    return trial.outcome() instanceof Outcome.Measured;
  }

  private static double value(Trial trial) {
    return trial.outcome() instanceof Outcome.Measured measured ? measured.value() : Double.NaN;
  }
}

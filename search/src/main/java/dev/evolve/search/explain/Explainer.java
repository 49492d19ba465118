package dev.evolve.search.explain;

import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Trial;
import dev.evolve.search.explain.PointExplanation.Change;
import dev.evolve.search.explain.PointExplanation.Near;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Explains points from the trials of a search: learns once, explains many. It does not know which
 * strategy proposed a point; the strategy's own reason is in the proposal.
 */
public final class Explainer {

  private static final double TAIL = 0.05;

  private final Space space;
  private final Model model;
  private final long seed;
  private final SequencedMap<Point, Trial> known = new LinkedHashMap<>();
  private final @Nullable Trial best;
  private final double[] unseen;
  private final double[] residuals;

  private Explainer(Model model, List<Trial> trials, long seed) {
    this.model = model;
    this.space = model.space();
    this.seed = seed;
    trials.forEach(trial -> known.put(trial.point(), trial));
    this.best = Incumbents.of(trials).last();
    Forest forest = model.values();
    this.unseen = forest == null ? new double[0] : forest.outOfBag();
    this.residuals = new double[unseen.length];
    for (int row = 0; row < unseen.length && forest != null; row++) {
      residuals[row] = forest.table().targets()[row] - unseen[row];
    }
  }

  /**
   * Learns from a search.
   *
   * @param seed of the bootstrap; the same trials and seed give the same explanations
   */
  public static Explainer of(History history, long seed) {
    return new Explainer(Model.of(history.space(), history.trials(), seed), history.trials(), seed);
  }

  /** Explains a point of the space, known or not. */
  public PointExplanation explain(Point point) {
    Interval predicted = predicted(point);
    List<Change> changes = changes(point);
    List<Point> near = nearest(point);
    List<String> untried = untried(point);
    double failing = failing(point);
    List<Near> described = near.stream().map(other -> near(point, other)).toList();
    return new PointExplanation(
        values(point),
        best == null ? Map.of() : values(best.point()),
        best == null ? null : (Double) Incumbents.value(best),
        predicted,
        failing,
        changes,
        described,
        near.isEmpty() ? space.parameters().size() : near.getFirst().distance(point),
        untried,
        PointSentence.of(model.observations().scale(), best, predicted, failing, changes)
            + PointSentence.of(described, untried));
  }

  private SequencedMap<String, String> values(Point point) {
    SequencedMap<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < space.parameters().size(); i++) {
      Parameter parameter = space.parameters().get(i);
      values.put(parameter.name(), parameter.at(point.place(i)));
    }
    return Collections.unmodifiableSequencedMap(values);
  }

  private double modelled(Forest forest, Point point) {
    int[][] cells = Table.cells(model.observations().features(), List.of(point));
    return Forest.mean(forest.predictions(cells, 1))[0];
  }

  private @Nullable Interval predicted(Point point) {
    Forest forest = model.values();
    if (forest == null) {
      return null;
    }
    double centre = modelled(forest, point);
    double[] around = residualsAround(centre);
    double low = Math.min(centre, centre + Numbers.quantile(around, TAIL));
    double high = Math.max(centre, centre + Numbers.quantile(around, 1 - TAIL));
    Scale scale = model.observations().scale();
    return new Interval(scale.out(centre), scale.out(low), scale.out(high));
  }

  /** The errors on unseen trials of the third whose prediction was most like this one. */
  private double[] residualsAround(double centre) {
    Integer[] rows =
        java.util.stream.IntStream.range(0, unseen.length)
            .filter(row -> !Double.isNaN(unseen[row]))
            .boxed()
            .toArray(Integer[]::new);
    Arrays.sort(rows, Comparator.comparingDouble(row -> Math.abs(unseen[row] - centre)));
    int count = Math.min(rows.length, Math.max(Importance.FEWEST_TRIALS, rows.length / 3));
    return Arrays.stream(rows, 0, count).mapToDouble(row -> residuals[row]).toArray();
  }

  private double failing(Point point) {
    Forest forest = model.failing();
    return forest == null ? 0 : Math.clamp(modelled(forest, point), 0, 1);
  }

  private List<Change> changes(Point point) {
    Forest forest = model.values();
    if (forest == null || best == null) {
      return List.of();
    }
    Point from = best.point();
    List<Integer> differing = new ArrayList<>();
    for (int i = 0; i < point.dimension(); i++) {
      if (point.place(i) != from.place(i)) {
        differing.add(i);
      }
    }
    double[] shares =
        Attribution.of(other -> modelled(forest, other), from, point, differing, seed);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      Parameter parameter = space.parameters().get(differing.get(i));
      changes.add(
          new Change(
              parameter.name(),
              parameter.at(from.place(differing.get(i))),
              parameter.at(point.place(differing.get(i))),
              model.observations().scale().effect(shares[i])));
    }
    changes.sort(Comparator.comparingDouble(model.observations().scale()::rank));
    return changes;
  }

  private List<Point> nearest(Point point) {
    return known.sequencedKeySet().stream()
        .filter(other -> !other.equals(point))
        .sorted(
            Comparator.comparingInt((Point other) -> other.distance(point))
                .thenComparingDouble(other -> apart(other, point)))
        .limit(PointExplanation.MOST_NEAR)
        .toList();
  }

  private double apart(Point one, Point other) {
    double apart = 0;
    for (int i = 0; i < one.dimension(); i++) {
      Parameter parameter = space.parameters().get(i);
      if (parameter.isOrdered()) {
        apart += Math.abs(one.place(i) - other.place(i)) / (double) parameter.size();
      }
    }
    return apart;
  }

  private Near near(Point point, Point other) {
    Map<String, String> differs = new LinkedHashMap<>();
    for (int i = 0; i < point.dimension(); i++) {
      if (point.place(i) != other.place(i)) {
        Parameter parameter = space.parameters().get(i);
        differs.put(parameter.name(), parameter.at(other.place(i)));
      }
    }
    Trial trial = java.util.Objects.requireNonNull(known.get(other));
    return switch (trial.outcome()) {
      case Outcome.Measured measured ->
          new Near(differs, measured.value(), "gave " + Numbers.brief(measured.value()));
      case Outcome.Failed failed ->
          new Near(
              differs,
              null,
              "failed: " + failed.reason().name().toLowerCase(java.util.Locale.ROOT));
    };
  }

  private List<String> untried(Point point) {
    List<String> untried = new ArrayList<>();
    for (int i = 0; i < point.dimension(); i++) {
      int parameter = i;
      long place = point.place(i);
      if (known.sequencedKeySet().stream().noneMatch(other -> other.place(parameter) == place)) {
        Parameter untriedOne = space.parameters().get(i);
        untried.add(untriedOne.name() + " = " + untriedOne.at(place));
      }
    }
    return untried;
  }
}

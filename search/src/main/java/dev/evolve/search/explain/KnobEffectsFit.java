package dev.evolve.search.explain;

import dev.evolve.search.Trial;
import dev.evolve.search.explain.KnobEffects.PairEffect;
import dev.evolve.search.explain.KnobEffects.ValueEffect;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Fits {@link KnobEffects}. */
final class KnobEffectsFit {

  /** The time goes with its cube. */
  private static final int MOST_COLUMNS = 480;

  private static final int FEWEST_CELLS = 4;

  private final Observations observations;
  private final List<Feature> features;
  private final Table table;
  private final int[] firstColumn;
  private final Ridge ridge;

  private KnobEffectsFit(Observations observations) {
    this.observations = observations;
    this.features = observations.features();
    this.table = observations.table(Model.MOST_ROWS);
    this.firstColumn = new int[features.size() + 1];
    for (int i = 0; i < features.size(); i++) {
      firstColumn[i + 1] = firstColumn[i] + features.get(i).cells();
    }
    this.ridge = new Ridge(columns(), table.targets(), firstColumn[features.size()]);
  }

  static KnobEffects of(Space space, List<Trial> trials) {
    int features = Math.max(1, Feature.of(space).size());
    int cells = Math.clamp(MOST_COLUMNS / features, FEWEST_CELLS, Feature.MOST_CELLS);
    Observations observations = Observations.of(Feature.of(space, cells), trials);
    double[] values = observations.values();
    int measured = values.length;
    if (measured < 2 || Numbers.variance(values) == 0) {
      double mean = measured == 0 ? 0 : values[0];
      return new KnobEffects(observations.scale(), measured, mean, 0, cells, List.of(), List.of());
    }
    return new KnobEffectsFit(observations).effects(measured, cells);
  }

  private int[][] columns() {
    int[][] columns = new int[table.rows()][features.size()];
    for (int row = 0; row < columns.length; row++) {
      for (int feature = 0; feature < features.size(); feature++) {
        columns[row][feature] = firstColumn[feature] + table.cells()[feature][row];
      }
    }
    return columns;
  }

  private KnobEffects effects(int measured, int cells) {
    List<ValueEffect> values = new ArrayList<>();
    double mean = ridge.intercept();
    for (int feature = 0; feature < features.size(); feature++) {
      mean += centre(feature);
      addValues(feature, values);
    }
    List<PairEffect> pairs = PairEffectsFit.of(features, table, ridge);
    pairs.sort(Comparator.comparingDouble((PairEffect pair) -> -Math.abs(pair.effect())));
    return new KnobEffects(
        observations.scale(),
        measured,
        mean,
        Math.sqrt(ridge.noise()),
        cells,
        values,
        pairs.subList(0, Math.min(pairs.size(), KnobEffects.MOST_PAIRS)));
  }

  /** The mean weight of the cells of a feature. */
  private double centre(int feature) {
    double sum = 0;
    for (int column = firstColumn[feature]; column < firstColumn[feature + 1]; column++) {
      sum += ridge.weight(column);
    }
    return sum / features.get(feature).cells();
  }

  private void addValues(int feature, List<ValueEffect> values) {
    Feature axis = features.get(feature);
    double centre = centre(feature);
    double common = commonVariance(feature);
    int[] failures = counts(axis, observations.failed());
    int[] counts = counts(axis, observations.measured());
    for (int cell = 0; cell < axis.cells(); cell++) {
      int column = firstColumn[feature] + cell;
      double variance =
          ridge.covariance(column, column) - 2 * meanCovariance(feature, column) + common;
      values.add(
          new ValueEffect(
              axis.name(),
              axis.label(cell),
              ridge.weight(column) - centre,
              Math.sqrt(Math.max(0, variance)),
              counts[cell],
              failures[cell]));
    }
  }

  private double commonVariance(int feature) {
    double sum = 0;
    for (int column = firstColumn[feature]; column < firstColumn[feature + 1]; column++) {
      sum += meanCovariance(feature, column);
    }
    return sum / features.get(feature).cells();
  }

  private double meanCovariance(int feature, int column) {
    double sum = 0;
    for (int other = firstColumn[feature]; other < firstColumn[feature + 1]; other++) {
      sum += ridge.covariance(column, other);
    }
    return sum / features.get(feature).cells();
  }

  private static int[] counts(Feature axis, List<Point> points) {
    int[] counts = new int[axis.cells()];
    points.forEach(point -> counts[axis.cellOf(point)]++);
    return counts;
  }
}

package dev.evolve.search.budget;

import dev.evolve.search.Cost;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a point is expected to cost, learned from what others cost: the costs of the nearest points
 * that were paid for, averaged on the logarithmic scale and weighted by nearness (k nearest
 * neighbours; T. Cover, P. Hart, IEEE Transactions on Information Theory 13(1), 1967). Build and
 * run are predicted apart, since a dear build need not run long. A fold over the trials.
 */
public final class CostModel {

  private static final int NEIGHBOURS = 8;
  private static final double CLOSE = 0.05;
  private static final double LEAST = 1e-9;

  private final List<Parameter> parameters;
  private final float[] widths;
  private float[] coordinates = new float[0];
  private final List<double[]> logs = new ArrayList<>();

  /** A model that has seen no cost yet. */
  public CostModel(Space space) {
    this.parameters = space.parameters();
    this.widths = new float[parameters.size()];
    for (int i = 0; i < widths.length; i++) {
      Parameter parameter = parameters.get(i);
      widths[i] = parameter.isOrdered() ? 1f / Math.max(1, parameter.size() - 1) : 1;
    }
  }

  /** Takes in what a trial cost; one that cost nothing, such as a twin's, says nothing. */
  public void observe(Trial trial) {
    if (trial.cost().seconds() > 0) {
      keep(trial.point());
      logs.add(
          new double[] {
            Math.log(Math.max(LEAST, trial.cost().buildSeconds())),
            Math.log(Math.max(LEAST, trial.cost().runSeconds()))
          });
    }
  }

  private void keep(Point point) {
    int dimensions = widths.length;
    int from = logs.size() * dimensions;
    if (from + dimensions > coordinates.length) {
      coordinates = Arrays.copyOf(coordinates, Math.max(64 * dimensions, 2 * from));
    }
    System.arraycopy(located(point), 0, coordinates, from, dimensions);
  }

  /**
   * Where a point is: a step across an ordered parameter's whole range is as far as another
   * category.
   */
  private float[] located(Point point) {
    float[] at = new float[widths.length];
    for (int i = 0; i < at.length; i++) {
      at[i] = point.place(i) * widths[i];
    }
    return at;
  }

  /** What a point is expected to cost; empty before the first cost was seen. */
  public Optional<Cost> predict(Point point) {
    if (logs.isEmpty()) {
      return Optional.empty();
    }
    float[] at = located(point);
    int[] nearest = new int[Math.min(NEIGHBOURS, logs.size())];
    double[] distances = new double[nearest.length];
    int have = 0;
    for (int i = 0; i < logs.size(); i++) {
      have = insert(nearest, distances, have, i, distance(at, i));
    }
    return Optional.of(average(nearest, distances));
  }

  private static int insert(int[] nearest, double[] distances, int have, int row, double distance) {
    int at = have;
    while (at > 0 && distances[at - 1] > distance) {
      at--;
    }
    if (at >= nearest.length) {
      return have;
    }
    int last = Math.min(have, nearest.length - 1);
    System.arraycopy(nearest, at, nearest, at + 1, last - at);
    System.arraycopy(distances, at, distances, at + 1, last - at);
    nearest[at] = row;
    distances[at] = distance;
    return Math.min(have + 1, nearest.length);
  }

  private Cost average(int[] nearest, double[] distances) {
    double sum = 0;
    double build = 0;
    double run = 0;
    for (int i = 0; i < nearest.length; i++) {
      double weight = 1 / (CLOSE + distances[i]);
      sum += weight;
      build += weight * logs.get(nearest[i])[0];
      run += weight * logs.get(nearest[i])[1];
    }
    return new Cost(seconds(build / sum), seconds(run / sum));
  }

  private static double seconds(double log) {
    double seconds = Math.exp(log);
    return seconds <= 2 * LEAST ? 0 : seconds;
  }

  private float distance(float[] at, int row) {
    int from = row * at.length;
    float far = 0;
    for (int i = 0; i < at.length; i++) {
      far += Math.min(1, Math.abs(at[i] - coordinates[from + i]));
    }
    return far;
  }

  /**
   * How much improvement a second is expected to buy.
   *
   * @param improvement expected of measuring the point, in any unit
   * @return the unit per second; the improvement itself before the first cost was seen
   */
  public double perSecond(double improvement, Point point) {
    return improvement / predict(point).map(Cost::seconds).map(s -> Math.max(LEAST, s)).orElse(1.0);
  }
}

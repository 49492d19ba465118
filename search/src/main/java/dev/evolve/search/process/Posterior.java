package dev.evolve.search.process;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is expected of the points of a pool after measurements, and how sure it is. Grows by a
 * measurement at a time: with n before it and N points that costs n N steps.
 */
final class Posterior {

  private static final float LEAST = 1e-9f;

  private final Kernel kernel;
  private final Pool pool;
  private final double[] beliefs;
  private final int[] rows;
  private final float[] mean;
  private final float[] variance;
  private final Factor factor;
  private final List<Located> points;
  private final List<float[]> columns;
  private double[] weights = new double[0];

  /**
   * Before any measurement.
   *
   * @param rows of the pool that are followed
   * @param beliefs in each source of the guide
   */
  Posterior(Kernel kernel, Pool pool, int[] rows, double[] beliefs) {
    this.kernel = kernel;
    this.pool = pool;
    this.beliefs = beliefs;
    this.rows = rows;
    this.mean = new float[rows.length];
    this.variance = new float[rows.length];
    this.factor = new Factor();
    this.points = new ArrayList<>();
    this.columns = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      mean[i] = pool.expected(rows[i], beliefs);
      variance[i] = kernel.of(pool, rows[i]);
    }
  }

  private Posterior(Posterior whole, int[] kept) {
    this.kernel = whole.kernel;
    this.pool = whole.pool;
    this.beliefs = whole.beliefs;
    this.rows = Arrays.stream(kept).map(i -> whole.rows[i]).toArray();
    this.mean = picked(whole.mean, kept);
    this.variance = picked(whole.variance, kept);
    this.factor = whole.factor;
    this.points = whole.points;
    this.columns = new ArrayList<>();
    whole.columns.forEach(column -> columns.add(picked(column, kept)));
    this.weights = whole.weights;
  }

  private static float[] picked(float[] all, int[] kept) {
    float[] picked = new float[kept.length];
    for (int i = 0; i < kept.length; i++) {
      picked[i] = all[kept[i]];
    }
    return picked;
  }

  /** The same for some of the rows, by index; this is not used any more then. */
  Posterior restricted(int[] kept) {
    return new Posterior(this, kept);
  }

  int[] rows() {
    return rows;
  }

  float mean(int index) {
    return mean[index];
  }

  /** Variance, in units of the process' own scale squared. */
  float variance(int index) {
    return variance[index];
  }

  /** Takes a measurement in. */
  void add(Located point, double response) {
    double[] solved = solved(point);
    double pivot = grow(point, solved);
    double known = 0;
    for (int j = 0; j < weights.length; j++) {
      known += solved[j] * weights[j];
    }
    double weight = (response - point.expected(beliefs) - known) / pivot;
    weights = Arrays.copyOf(weights, weights.length + 1);
    weights[weights.length - 1] = weight;
    shift(columns.getLast(), (float) weight);
  }

  /** Takes in that a point is being measured: it is expected to come out as expected. */
  void addPending(Located point) {
    grow(point, solved(point));
  }

  /** Undoes the latest {@link #addPending}. */
  void dropPending() {
    float[] column = columns.removeLast();
    for (int i = 0; i < column.length; i++) {
      variance[i] += column[i] * column[i];
    }
    points.removeLast();
    factor.shrink();
  }

  /** Takes in that the measurements came out otherwise; none is pending. */
  void respond(double[] responses) {
    double[] right = new double[responses.length];
    for (int i = 0; i < right.length; i++) {
      right[i] = responses[i] - points.get(i).expected(beliefs);
    }
    weights = factor.solve(right);
    for (int i = 0; i < rows.length; i++) {
      mean[i] = pool.expected(rows[i], beliefs);
    }
    for (int j = 0; j < weights.length; j++) {
      shift(columns.get(j), (float) weights[j]);
    }
  }

  /** Sum of the squares of what the measurements told that was not expected. */
  double surprise() {
    double sum = 0;
    for (double weight : weights) {
      sum += weight * weight;
    }
    return sum;
  }

  private double[] solved(Located point) {
    double[] covariances = new double[points.size()];
    for (int j = 0; j < covariances.length; j++) {
      covariances[j] = kernel.of(point, points.get(j));
    }
    return factor.solve(covariances);
  }

  private double grow(Located point, double[] solved) {
    double pivot = factor.grow(solved, kernel.of(point), kernel.noise());
    float[] column = new float[rows.length];
    kernel.row(point, pool, rows, column);
    for (int j = 0; j < solved.length; j++) {
      subtract(column, columns.get(j), (float) solved[j]);
    }
    for (int i = 0; i < column.length; i++) {
      column[i] /= (float) pivot;
      variance[i] = Math.max(variance[i] - column[i] * column[i], LEAST);
    }
    points.add(point);
    columns.add(column);
    return pivot;
  }

  private static void subtract(float[] from, float[] column, float factor) {
    for (int i = 0; i < from.length; i++) {
      from[i] -= factor * column[i];
    }
  }

  private void shift(float[] column, float weight) {
    for (int i = 0; i < mean.length; i++) {
      mean[i] += weight * column[i];
    }
  }
}

package dev.evolve.search.explain;

/**
 * The variance of a function over given points, such as the feasible ones, taken apart: the
 * variance of its mean given the cell of one feature or of two. Over points that are no product
 * space the parts need not add up to the whole, and a feature that is tied to another by a
 * constraint shares its effect; the first-order part still is the variance that goes away on
 * average when the feature is known (the correlation ratio; Saltelli and others: Global Sensitivity
 * Analysis, 2008, section 1.2.13; Kucherenko and others, Computer Physics Communications 183,
 * 2012).
 */
final class FeasibleAnova {

  private final int[] sizes;
  private final int[][] cells;
  private final boolean isSample;

  /**
   * Over the rows of a table of cells.
   *
   * @param sizes cells by feature
   * @param cells by feature and row
   * @param isSample true if the rows were drawn from more; then the chance part of the variance
   *     between the means of few rows is taken off
   */
  FeasibleAnova(int[] sizes, int[][] cells, boolean isSample) {
    this.sizes = sizes;
    this.cells = cells;
    this.isSample = isSample;
  }

  /** Takes the values of the rows apart. */
  Decomposition of(double[] values, int[] paired) {
    double total = Numbers.variance(values);
    double[] first = new double[sizes.length];
    for (int feature = 0; feature < first.length; feature++) {
      first[feature] = between(values, cells[feature], sizes[feature], total);
    }
    double[][] pair = new double[sizes.length][sizes.length];
    for (int i = 0; i < paired.length; i++) {
      for (int j = i + 1; j < paired.length; j++) {
        int one = paired[i];
        int other = paired[j];
        double joint = between(values, joint(one, other), sizes[one] * sizes[other], total);
        pair[one][other] = joint - first[one] - first[other];
      }
    }
    return new Decomposition(total, first, pair);
  }

  private int[] joint(int one, int other) {
    int[] joint = new int[cells[one].length];
    for (int row = 0; row < joint.length; row++) {
      joint[row] = cells[one][row] * sizes[other] + cells[other][row];
    }
    return joint;
  }

  private double between(double[] values, int[] groups, int size, double total) {
    double[] sums = new double[size];
    int[] counts = new int[size];
    for (int row = 0; row < values.length; row++) {
      sums[groups[row]] += values[row];
      counts[groups[row]]++;
    }
    double mean = Numbers.mean(values);
    double between = 0;
    int kinds = 0;
    for (int group = 0; group < size; group++) {
      if (counts[group] > 0) {
        double off = sums[group] / counts[group] - mean;
        between += counts[group] * off * off;
        kinds++;
      }
    }
    between /= values.length;
    return isSample ? withoutChance(between, total, kinds, values.length) : between;
  }

  /** Epsilon squared: the between-group variance less what groups of this size have by chance. */
  private static double withoutChance(double between, double total, int kinds, int rows) {
    if (rows <= kinds) {
      return 0;
    }
    double within = (total - between) / (rows - kinds);
    return Math.max(0, between - (kinds - 1) * within);
  }
}

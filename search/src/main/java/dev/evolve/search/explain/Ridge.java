package dev.evolve.search.explain;

/**
 * Bayesian linear regression on rows that have 1 in one column of each group and 0 elsewhere, with
 * a free intercept; the precisions of weights and noise are those of the greatest evidence (MacKay:
 * Bayesian Interpolation, Neural Computation 4, 1992), found by fixed-point steps.
 */
final class Ridge {

  private static final int STEPS = 6;
  private static final double FREE = 1e-6;

  private final int[][] columns;
  private final double[] targets;
  private final int size;
  private final double[][] gram;
  private final double[] moments;
  private double[] weights;
  private double[][] covariance;
  private double noise;

  /**
   * Fits.
   *
   * @param columns by row: the columns that are 1, without the intercept, which is the last column
   * @param count of columns without the intercept
   */
  Ridge(int[][] columns, double[] targets, int count) {
    this.columns = columns;
    this.targets = targets;
    this.size = count + 1;
    this.gram = new double[size][size];
    this.moments = new double[size];
    this.weights = new double[size];
    this.covariance = new double[size][size];
    this.noise = Math.max(Numbers.variance(targets), Double.MIN_NORMAL);
    for (int row = 0; row < targets.length; row++) {
      accumulate(row);
    }
    fit();
  }

  private void accumulate(int row) {
    int[] ones = withIntercept(row);
    for (int one : ones) {
      moments[one] += targets[row];
      for (int other : ones) {
        gram[one][other]++;
      }
    }
  }

  private int[] withIntercept(int row) {
    int[] ones = java.util.Arrays.copyOf(columns[row], columns[row].length + 1);
    ones[ones.length - 1] = size - 1;
    return ones;
  }

  private void fit() {
    double total = noise;
    double precision = 1 / total;
    for (int step = 0; step < STEPS; step++) {
      solve(precision);
      double trace = 0;
      double squares = 0;
      for (int i = 0; i < size - 1; i++) {
        trace += covariance[i][i];
        squares += weights[i] * weights[i];
      }
      double determined = Math.clamp(size - 1 - precision * trace, 1e-3, targets.length - 1.5);
      precision = determined / Math.max(squares, 1e-9 * total);
      noise = Math.max(squaredError() / (targets.length - 1 - determined), 1e-9 * total);
    }
    solve(precision);
  }

  private void solve(double precision) {
    double[][] posterior = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        posterior[i][j] = gram[i][j] / noise;
      }
      posterior[i][i] += i == size - 1 ? FREE * precision : precision;
    }
    covariance = Cholesky.inverse(posterior);
    for (int i = 0; i < size; i++) {
      double sum = 0;
      for (int j = 0; j < size; j++) {
        sum += covariance[i][j] * moments[j];
      }
      weights[i] = sum / noise;
    }
  }

  private double squaredError() {
    double sum = 0;
    for (int row = 0; row < targets.length; row++) {
      double off = residual(row);
      sum += off * off;
    }
    return sum;
  }

  /** Target less prediction. */
  double residual(int row) {
    double predicted = weights[size - 1];
    for (int one : columns[row]) {
      predicted += weights[one];
    }
    return targets[row] - predicted;
  }

  double intercept() {
    return weights[size - 1];
  }

  double weight(int column) {
    return weights[column];
  }

  double covariance(int one, int other) {
    return covariance[one][other];
  }

  /** Variance of the noise. */
  double noise() {
    return noise;
  }
}

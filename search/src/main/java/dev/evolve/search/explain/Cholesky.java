package dev.evolve.search.explain;

/** Inverse of a symmetric positive definite matrix by its Cholesky factor. */
final class Cholesky {

  private Cholesky() {}

  /** The inverse; the given matrix is overwritten. */
  static double[][] inverse(double[][] matrix) {
    factor(matrix);
    double[][] columns = inverseOfFactor(matrix);
    int size = matrix.length;
    double[][] inverse = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = i; k < size; k++) {
          sum += columns[i][k] * columns[j][k];
        }
        inverse[i][j] = sum;
        inverse[j][i] = sum;
      }
    }
    return inverse;
  }

  private static void factor(double[][] matrix) {
    for (int i = 0; i < matrix.length; i++) {
      double[] row = matrix[i];
      for (int j = 0; j <= i; j++) {
        double[] above = matrix[j];
        double sum = row[j];
        for (int k = 0; k < j; k++) {
          sum -= row[k] * above[k];
        }
        row[j] = i == j ? Math.sqrt(Math.max(sum, Double.MIN_NORMAL)) : sum / above[j];
      }
    }
  }

  /** By column, so that inner loops run along rows. */
  private static double[][] inverseOfFactor(double[][] factor) {
    int size = factor.length;
    double[][] columns = new double[size][size];
    for (int j = 0; j < size; j++) {
      double[] column = columns[j];
      column[j] = 1 / factor[j][j];
      for (int i = j + 1; i < size; i++) {
        double[] row = factor[i];
        double sum = 0;
        for (int k = j; k < i; k++) {
          sum -= row[k] * column[k];
        }
        column[i] = sum / row[i];
      }
    }
    return columns;
  }
}

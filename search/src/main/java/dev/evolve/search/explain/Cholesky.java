package dev.evolve.search.explain;

/** Inverse of a symmetric positive definite matrix by its Cholesky factor. */
final class Cholesky {

  private Cholesky() {}

  /** The inverse; the given matrix is overwritten. */
  static double[][] inverse(double[][] matrix) {
    factor(matrix);
    invertFactor(matrix);
    int size = matrix.length;
    double[][] inverse = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int k = i; k < size; k++) {
          sum += matrix[k][i] * matrix[k][j];
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
        double sum = row[j];
        for (int k = 0; k < j; k++) {
          sum -= row[k] * matrix[j][k];
        }
        row[j] = i == j ? Math.sqrt(Math.max(sum, Double.MIN_NORMAL)) : sum / matrix[j][j];
      }
    }
  }

  private static void invertFactor(double[][] factor) {
    for (int i = 0; i < factor.length; i++) {
      double diagonal = 1 / factor[i][i];
      for (int j = 0; j < i; j++) {
        double sum = 0;
        for (int k = j; k < i; k++) {
          sum -= factor[i][k] * factor[k][j];
        }
        factor[i][j] = sum * diagonal;
      }
      factor[i][i] = diagonal;
    }
  }
}

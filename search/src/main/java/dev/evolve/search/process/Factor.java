package dev.evolve.search.process;

import java.util.ArrayList;
import java.util.List;

/** A lower triangular factor of a covariance matrix that grows by a row at a time (Cholesky). */
final class Factor {

  private static final double LEAST = 1e-12;

  private final List<double[]> rows = new ArrayList<>();

  int size() {
    return rows.size();
  }

  /** The solution of this times it = right side, which may be longer than the factor. */
  double[] solve(double[] right) {
    double[] solution = new double[rows.size()];
    for (int i = 0; i < solution.length; i++) {
      double[] row = rows.get(i);
      double rest = right[i];
      for (int j = 0; j < i; j++) {
        rest -= row[j] * solution[j];
      }
      solution[i] = rest / row[i];
    }
    return solution;
  }

  /**
   * Grows by a point.
   *
   * @param solved {@link #solve} of its covariances with those before
   * @param variance its own
   * @param noise what measuring adds to it
   * @return the new entry of the diagonal
   */
  double grow(double[] solved, double variance, double noise) {
    double rest = variance;
    for (double entry : solved) {
      rest -= entry * entry;
    }
    double pivot = Math.sqrt(Math.max(rest, LEAST) + noise);
    double[] row = java.util.Arrays.copyOf(solved, solved.length + 1);
    row[solved.length] = pivot;
    rows.add(row);
    return pivot;
  }

  void shrink() {
    rows.removeLast();
  }

  /** Half the logarithm of the matrix' determinant. */
  double halfLogDeterminant() {
    double sum = 0;
    for (int i = 0; i < rows.size(); i++) {
      sum += Math.log(rows.get(i)[i]);
    }
    return sum;
  }
}

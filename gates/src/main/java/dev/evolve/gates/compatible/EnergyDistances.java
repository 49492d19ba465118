package dev.evolve.gates.compatible;

/**
 * Energy divergence between neighbouring parts of a window, from sums over rectangles of the table
 * of absolute differences.
 *
 * <p>Source: D. S. Matteson and N. A. James, "A nonparametric approach for multiple change point
 * analysis of multivariate data", Journal of the American Statistical Association 109 (2014), with
 * exponent 1, in the arrangement of Apache Otava.
 */
final class EnergyDistances {

  private final double[][] sums;

  EnergyDistances(double[] values) {
    int n = values.length;
    this.sums = new double[n + 1][n + 1];
    for (int i = 0; i < n; i++) {
      double row = 0;
      for (int j = 0; j < n; j++) {
        row += Math.abs(values[i] - values[j]);
        sums[i + 1][j + 1] = sums[i][j + 1] + row;
      }
    }
  }

  /** Where the left part of {@code [start, end)} best ends, over all ends of the right part. */
  Split best(int start, int end) {
    Split best = new Split(start + 1, Double.NEGATIVE_INFINITY);
    for (int middle = start + 1; middle < end; middle++) {
      for (int stop = start + 2; stop <= end; stop++) {
        double divergence = stop <= middle ? 0 : divergence(start, middle, stop);
        if (divergence > best.divergence()) {
          best = new Split(middle, divergence);
        }
      }
    }
    return best;
  }

  private double divergence(int start, int middle, int stop) {
    double n = middle - start;
    double m = stop - middle;
    double whole = stop - start;
    double between = 2 / whole * rectangle(start, middle, middle, stop);
    double left = n > 1 ? 2 * m / (whole * (n - 1)) * within(start, middle) : 0;
    double right = m > 1 ? 2 * n / (whole * (m - 1)) * within(middle, stop) : 0;
    return between - left - right;
  }

  private double within(int from, int to) {
    return rectangle(from, to, from, to) / 2;
  }

  private double rectangle(int fromRow, int toRow, int fromColumn, int toColumn) {
    return sums[toRow][toColumn]
        - sums[fromRow][toColumn]
        - sums[toRow][fromColumn]
        + sums[fromRow][fromColumn];
  }

  /**
   * A place to divide a window.
   *
   * @param index first value of the right part
   * @param divergence between the parts
   */
  record Split(int index, double divergence) {}
}

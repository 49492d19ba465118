package dev.evolve.gates.statistics.trend;

import org.hipparchus.util.KthSelector;

/**
 * The median of the slopes between all pairs of points: a straight line that a quarter of the
 * points, wherever they are, cannot bend.
 *
 * <p>Source: H. Theil, "A rank-invariant method of linear and polynomial regression analysis",
 * Proceedings of the Royal Netherlands Academy of Sciences 53 (1950); P. K. Sen, "Estimates of the
 * regression coefficient based on Kendall's tau", Journal of the American Statistical Association
 * 63 (1968).
 */
public final class TheilSen {

  private TheilSen() {}

  /**
   * The slope.
   *
   * @param x rising
   * @param y as many values
   */
  public static double slope(double[] x, double[] y) {
    return slope(x, y, 0, x.length, 0);
  }

  /**
   * The slope of the points from {@code from} to {@code to}, where pairs across {@code step} do not
   * count: the level may jump there. Without a step it is {@code from}.
   */
  static double slope(double[] x, double[] y, int from, int to, int step) {
    double[] slopes = new double[(to - from) * (to - from - 1) / 2];
    int count = 0;
    for (int i = from; i < to; i++) {
      for (int j = i + 1; j < to; j++) {
        if (i >= step == j >= step) {
          slopes[count++] = (y[j] - y[i]) / (x[j] - x[i]);
        }
      }
    }
    if (count == 0) {
      throw new IllegalArgumentException("wanted two points of one level at least");
    }
    return median(count == slopes.length ? slopes : java.util.Arrays.copyOf(slopes, count));
  }

  /** The median; the order of {@code values} is not kept. */
  static double median(double[] values) {
    int n = values.length;
    KthSelector selector = new KthSelector();
    double upper = selector.select(values, null, n / 2);
    return n % 2 == 1 ? upper : (selector.select(values, null, n / 2 - 1) + upper) / 2;
  }
}

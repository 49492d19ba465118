package dev.evolve.gates.statistics.change;

import java.util.Arrays;

/**
 * Ratio between two samples of the same process, with one-sided bounds: the median of the ratios of
 * all values of one with all of the other, and the order statistics that the rank-sum distribution
 * gives. A wild run on either side costs a few ranks and not the answer.
 *
 * <p>Source: J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests", Annals of
 * Mathematical Statistics 34 (1963); bounds as in Hollander, Wolfe and Chicken, "Nonparametric
 * statistical methods", 3rd edition, section 4.3.
 *
 * @param ratio estimate of after over before
 * @param low lower bound; 0 if there are too few values for one
 * @param high upper bound; infinite if there are too few values for one
 */
public record Shift(double ratio, double low, double high) {

  /**
   * The shift of finite positive values.
   *
   * @param alpha level of each bound, in (0, 0.5)
   */
  public static Shift of(double[] before, double[] after, double alpha) {
    if (before.length == 0 || after.length == 0) {
      throw new IllegalArgumentException("wanted values before and after, found none");
    }
    return ofLogs(Robust.logs(before), Robust.logs(after), alpha);
  }

  static Shift ofLogs(double[] before, double[] after, double alpha) {
    double[] differences = new double[before.length * after.length];
    Arrays.setAll(differences, i -> after[i % after.length] - before[i / after.length]);
    Arrays.sort(differences);
    int n = differences.length;
    double estimate = (differences[(n - 1) / 2] + differences[n / 2]) / 2;
    int k = RankSum.critical(before.length, after.length, alpha);
    return k < 0
        ? new Shift(Math.exp(estimate), 0, Double.POSITIVE_INFINITY)
        : new Shift(Math.exp(estimate), Math.exp(differences[k]), Math.exp(differences[n - 1 - k]));
  }

  /** The relative change, such as 0.05 for five per cent more. */
  public double relative() {
    return ratio - 1;
  }
}

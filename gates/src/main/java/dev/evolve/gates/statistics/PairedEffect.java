package dev.evolve.gates.statistics;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Hodges–Lehmann estimate of a paired ratio with exact one-sided bounds.
 *
 * <p>The differences of the logarithms of each pair are taken to be independent and symmetric about
 * one value. The estimate is the median of their Walsh averages; the bounds are the order
 * statistics of the Walsh averages that Wilcoxon's signed-rank distribution gives. No normal
 * distribution is assumed, and a single outlier moves nothing much.
 *
 * <p>Source: J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests", Annals of
 * Mathematical Statistics 34 (1963); bounds: J. W. Tukey (1949), as in Hollander, Wolfe and
 * Chicken, section 3.3.
 *
 * @param ratio estimate of candidate over baseline
 * @param low lower bound of the ratio; the true one is below it with probability at most alpha
 * @param high upper bound of the ratio; the true one is above it with probability at most alpha
 * @param pairs number of pairs
 * @param bounded false if there are too few pairs for bounds at that level: low is then 0 and high
 *     infinite
 */
public record PairedEffect(double ratio, double low, double high, int pairs, boolean bounded) {

  /**
   * Estimates the effect.
   *
   * @param baseline the baseline's values, all finite and positive
   * @param candidate the candidate's values, pair by pair, all finite and positive
   * @param alpha level of each one-sided bound, in (0, 0.5)
   */
  public static PairedEffect of(double[] baseline, double[] candidate, double alpha) {
    if (baseline.length != candidate.length || baseline.length == 0) {
      throw new IllegalArgumentException(
          "wanted pairs, found " + baseline.length + " and " + candidate.length + " values");
    }
    if (!(alpha > 0 && alpha < 0.5)) {
      throw new IllegalArgumentException("wanted a level between 0 and 0.5, found " + alpha);
    }
    double[] walsh = walshAverages(logRatios(baseline, candidate));
    OptionalInt critical = new SignedRank(baseline.length).critical(alpha);
    double estimate = Math.exp(median(walsh));
    if (critical.isEmpty()) {
      return new PairedEffect(estimate, 0, Double.POSITIVE_INFINITY, baseline.length, false);
    }
    int k = critical.getAsInt();
    return new PairedEffect(
        estimate, Math.exp(walsh[k]), Math.exp(walsh[walsh.length - 1 - k]), baseline.length, true);
  }

  private static double[] logRatios(double[] baseline, double[] candidate) {
    double[] logs = new double[baseline.length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(positive(candidate[i])) - Math.log(positive(baseline[i]));
    }
    return logs;
  }

  private static double positive(double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException("wanted a finite positive value, found " + value);
    }
    return value;
  }

  private static double[] walshAverages(double[] values) {
    double[] averages = new double[values.length * (values.length + 1) / 2];
    int next = 0;
    for (int i = 0; i < values.length; i++) {
      for (int j = i; j < values.length; j++) {
        averages[next++] = (values[i] + values[j]) / 2;
      }
    }
    Arrays.sort(averages);
    return averages;
  }

  private static double median(double[] sorted) {
    int n = sorted.length;
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }
}

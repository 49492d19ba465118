package dev.evolve.gates.statistics;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Hodges–Lehmann estimate of a paired ratio with exact one-sided bounds.
 *
 * <p>The differences of the logarithms of each pair are taken to be symmetric about one value. The
 * estimate is the median of their Walsh averages; the bounds are those of {@link SignFlip}, exact
 * for any number of pairs. No normal distribution is assumed, and a single outlier moves nothing
 * much.
 *
 * <p>Source: J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests", Annals of
 * Mathematical Statistics 34 (1963); for the bounds see {@link SignFlip}.
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
    return of(LogRatios.of(baseline, candidate), alpha);
  }

  /**
   * Estimates the effect.
   *
   * @param logRatios logarithms of candidate over baseline, pair by pair, all finite
   * @param alpha level of each one-sided bound, in (0, 0.5)
   */
  public static PairedEffect of(double[] logRatios, double alpha) {
    double centre = centre(logRatios);
    OptionalDouble low = SignFlip.lowerBound(logRatios, alpha);
    OptionalDouble high = SignFlip.upperBound(logRatios, alpha);
    if (low.isEmpty() || high.isEmpty()) {
      return new PairedEffect(
          Math.exp(centre), 0, Double.POSITIVE_INFINITY, logRatios.length, false);
    }
    return new PairedEffect(
        Math.exp(centre),
        Math.exp(Math.min(low.getAsDouble(), centre)),
        Math.exp(Math.max(high.getAsDouble(), centre)),
        logRatios.length,
        true);
  }

  /** The Hodges–Lehmann estimate of the centre: the median of all averages of two. */
  public static double centre(double[] values) {
    double[] walsh = walshAverages(values);
    int n = walsh.length;
    return (walsh[(n - 1) / 2] + walsh[n / 2]) / 2;
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
}

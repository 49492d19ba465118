package dev.evolve.gates.statistics.change;

import dev.evolve.gates.statistics.change.SeededIntervals.Interval;
import java.util.Arrays;

/**
 * How strongly the two parts of an interval differ: the difference of the means of deviations from
 * the interval's median, clipped so that no single value counts for much, over its standard error.
 *
 * <p>Source: P. Fearnhead and G. Rigaill, "Changepoint detection in the presence of outliers",
 * Journal of the American Statistical Association 114 (2019), for the bounded influence.
 *
 * @param index first value of the right part
 * @param strength in standard errors of clipped deviations
 */
record ClippedContrast(int index, double strength) {

  private static final double CLIP = 2.5;

  /** The strongest division of an interval of a series with parts of at least some length. */
  static ClippedContrast strongest(double[] series, Interval in, double deviation, int least) {
    double centre = Robust.median(Arrays.copyOfRange(series, in.start(), in.end()));
    return strongest(series, in, centre, deviation, least);
  }

  /** The same of deviations that are centred already. */
  static ClippedContrast strongest(
      double[] series, Interval in, double centre, double deviation, int least) {
    double[] sums = new double[in.length() + 1];
    for (int i = 0; i < in.length(); i++) {
      double distance = (series[in.start() + i] - centre) / deviation;
      sums[i + 1] = sums[i] + Math.clamp(distance, -CLIP, CLIP);
    }
    int n = in.length();
    int best = least;
    double highest = -1;
    for (int left = least; left <= n - least; left++) {
      double difference = sums[left] / left - (sums[n] - sums[left]) / (n - left);
      double strength = Math.abs(difference) * Math.sqrt(left * (double) (n - left) / n);
      if (strength > highest) {
        highest = strength;
        best = left;
      }
    }
    return new ClippedContrast(in.start() + best, highest);
  }
}

package dev.evolve.gates.statistics.change;

import dev.evolve.gates.statistics.Spread;
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
    double[] values = Arrays.copyOfRange(series, in.start(), in.end());
    double[] sums = clippedSums(values, Spread.median(values), deviation);
    ClippedContrast within = strongest(sums, new Interval(0, values.length), least);
    return new ClippedContrast(in.start() + within.index(), within.strength());
  }

  /** Sums of the clipped deviations before each position, and of all of them. */
  static double[] clippedSums(double[] series, double centre, double deviation) {
    double[] sums = new double[series.length + 1];
    for (int i = 0; i < series.length; i++) {
      sums[i + 1] = sums[i] + Math.clamp((series[i] - centre) / deviation, -CLIP, CLIP);
    }
    return sums;
  }

  /** The strongest division of an interval, from the sums of the whole series. */
  static ClippedContrast strongest(double[] sums, Interval in, int least) {
    int n = in.length();
    double mean = (sums[in.end()] - sums[in.start()]) / n;
    int best = least;
    double highest = -1;
    for (int left = least; left <= n - least; left++) {
      // The difference of the means of the parts, from the left part's distance to the whole.
      double distance = sums[in.start() + left] - sums[in.start()] - left * mean;
      double square = distance * distance / (left * (double) (n - left));
      if (square > highest) {
        highest = square;
        best = left;
      }
    }
    return new ClippedContrast(in.start() + best, Math.sqrt(Math.max(0, highest) * n));
  }
}

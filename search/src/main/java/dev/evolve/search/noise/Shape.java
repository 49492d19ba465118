package dev.evolve.search.noise;

import java.util.Arrays;

/**
 * What some samples look like: a bulk around the median and a tail of rare runs far from it. The
 * mean is that of all of them: the tail counts, but it is a handful of samples that decides it, so
 * its noise is not that of the bulk. A sample is in the tail if it is further from the median than
 * four deviations, with the deviation taken from the median absolute deviation (F. R. Hampel,
 * Journal of the American Statistical Association 69, 1974).
 *
 * @param count of samples
 * @param mean of all
 * @param bulkCount samples in the bulk
 * @param bulkVariance variance of one sample of the bulk, relative to the mean squared
 * @param tailSquares sum over the tail of squared distances from the bulk's mean, relative to it
 */
record Shape(int count, double mean, int bulkCount, double bulkVariance, double tailSquares) {

  /** From so many samples on a bulk can be told from a tail. */
  static final int SEEN = 5;

  private static final double DEVIATIONS = 4;
  private static final double NORMAL = 1.4826;
  private static final double LEAST = 0.004;

  static final Shape NONE = new Shape(0, Double.NaN, 0, 0, 0);

  /**
   * The shape of samples.
   *
   * @param deviation relative deviation of the bulk to go by where there are too few samples to see
   *     it; infinite if none is known
   */
  static Shape of(double[] values, double deviation) {
    if (values.length == 0) {
      return NONE;
    }
    double median = median(values);
    double scale = values.length < SEEN ? deviation : deviationOf(values, median);
    double far = median * Math.max(LEAST, DEVIATIONS * scale);
    Moments all = new Moments();
    Moments bulk = new Moments();
    for (double value : values) {
      all.add(value);
      if (Math.abs(value - median) <= far) {
        bulk.add(value);
      }
    }
    return of(values, all, bulk.count() == 0 ? all : bulk, median, far);
  }

  private static Shape of(double[] values, Moments all, Moments bulk, double median, double far) {
    double squares = 0;
    if (bulk != all) {
      for (double value : values) {
        double off = value / bulk.mean() - 1;
        squares += Math.abs(value - median) <= far ? 0 : off * off;
      }
    }
    double variance = bulk.variance() / (bulk.mean() * bulk.mean());
    return new Shape(all.count(), all.mean(), bulk.count(), variance, squares);
  }

  private static double deviationOf(double[] values, double median) {
    double[] off = new double[values.length];
    for (int i = 0; i < off.length; i++) {
      off[i] = Math.abs(values[i] - median);
    }
    return NORMAL * median(off) / median;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}

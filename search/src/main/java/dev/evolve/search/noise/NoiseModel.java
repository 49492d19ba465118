package dev.evolve.search.noise;

import java.util.List;

/**
 * How noisy measurements are, learned from all points at once: a point with one sample borrows the
 * noise of the others, one with many stands on its own. The bulk's variance is moderated as in G.
 * K. Smyth (Statistical Applications in Genetics and Molecular Biology 3(1), 2004): the pooled one
 * counts as so many degrees of freedom more. The tail's is pooled much more strongly, since a rare
 * slow run that moves a mean by a percent is not seen at all in a dozen samples. All figures are
 * relative to the mean.
 */
final class NoiseModel {

  /** The pooled tail counts as so many samples of a point: what it takes to meet a rare run. */
  private static final double RARE = 256;

  /** One rare run that is off by so much is taken to have been missed, whatever was seen. */
  private static final double UNSEEN = 0.2;

  /** A run that is expected so often is missed in less than one percent of points. */
  private static final double MET = 5;

  private static final int FIRSTS_NEEDED = 20;
  private static final double FIRSTS_SHOWN = 5;
  private static final double FIRSTS_MATTER = 0.005;

  private final double priorWeight;
  private final Moments firsts = new Moments();
  private double degrees;
  private double weighted;
  private double tailCount;
  private double tailRuns;
  private double tailSquares;
  private double spreadDegrees;
  private double spread;

  NoiseModel(double priorWeight) {
    this.priorWeight = priorWeight;
  }

  /** Takes what a point said of its noise out of the pool, before it gets more samples. */
  void forget(Shape shape) {
    pool(shape, -1);
  }

  /** Puts what a point says of its noise into the pool. */
  void learn(Shape shape) {
    pool(shape, 1);
  }

  private void pool(Shape shape, int sign) {
    if (shape.bulkCount() >= 2) {
      degrees += sign * (shape.bulkCount() - 1.0);
      weighted += sign * (shape.bulkCount() - 1.0) * Math.sqrt(shape.bulkVariance());
    }
    if (shape.count() >= Shape.SEEN) {
      tailCount += sign * shape.count();
      tailRuns += sign * (double) (shape.count() - shape.bulkCount());
      tailSquares += sign * shape.tailSquares();
    }
  }

  /** Takes in how the first sample of a request compares with those after it. */
  void observeFirst(List<Double> block) {
    if (block.size() >= 4) {
      double rest = block.stream().skip(1).mapToDouble(Double::doubleValue).average().orElseThrow();
      firsts.add(Math.log(block.getFirst() / rest));
    }
  }

  /** Takes in how much one point's scenarios differ from another's, once all are measured. */
  void observeSpread(double variance, int scenarios) {
    spreadDegrees += scenarios - 1.0;
    spread += (scenarios - 1.0) * variance;
  }

  /** Degrees of freedom behind the pooled noise. */
  double degrees() {
    return degrees;
  }

  /** Pooled relative standard deviation of the bulk; infinite before two samples of one point. */
  double deviation() {
    return degrees > 0 ? Math.max(0, weighted / degrees) : Double.POSITIVE_INFINITY;
  }

  /** Variance of the logarithm of a mean; infinite if nothing is known of the noise. */
  double varianceOfMean(Shape shape) {
    if (shape.count() == 0 || degrees <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    double own = shape.bulkCount() - 1.0;
    double prior = priorWeight * deviation() * deviation();
    double bulk = (prior + own * shape.bulkVariance()) / (priorWeight + own);
    return (bulk + tail(shape)) / shape.count();
  }

  private double tail(Shape shape) {
    double pooled = (UNSEEN * UNSEEN + Math.max(0, tailSquares)) / Math.max(1, tailCount);
    return (RARE * pooled + shape.tailSquares()) / (RARE + shape.count());
  }

  /**
   * By how much a rare run that was not met would move the mean of a point, as a share: none once
   * the point has so many samples that it would have been met.
   */
  double hidden(int samples) {
    double rate = (Math.max(0, tailRuns) + 1) / (Math.max(0, tailCount) + 1);
    double off =
        Math.sqrt((Math.max(0, tailSquares) + UNSEEN * UNSEEN) / (Math.max(0, tailRuns) + 1));
    return samples * rate < MET ? rate * off : 0;
  }

  /** Degrees of freedom behind the variance of a point. */
  double degreesOf(Shape shape) {
    return Math.min(priorWeight, degrees) + shape.count() - 1;
  }

  /** Pooled variance of differences between scenarios; infinite if none is known. */
  double spread() {
    return spreadDegrees > 0 ? spread / spreadDegrees : Double.POSITIVE_INFINITY;
  }

  /** True if the first sample of a request is shown to differ from those after it. */
  boolean isFirstOdd() {
    double error = Math.sqrt(firsts.variance() / Math.max(1, firsts.count()));
    return firsts.count() >= FIRSTS_NEEDED
        && Math.abs(firsts.mean()) > Math.max(FIRSTS_MATTER, FIRSTS_SHOWN * error);
  }

  /** By how much it differs, as a share. */
  double firstOff() {
    return Math.expm1(firsts.mean());
  }
}

package dev.evolve.search.noise;

import org.hipparchus.distribution.continuous.TDistribution;

/**
 * How two points differ: the logarithm of the ratio of their values, so 0.01 is 1 % slower.
 *
 * @param difference estimate of log(first / second); positive if the first is worse
 * @param standardError of the difference; infinite if nothing is known of it
 * @param degrees of freedom behind the standard error
 */
public record Comparison(double difference, double standardError, double degrees) {

  private static final int CACHED = 400;
  private static final TDistribution[] BY_DEGREES = new TDistribution[CACHED + 1];

  static {
    for (int i = 1; i <= CACHED; i++) {
      BY_DEGREES[i] = new TDistribution(i);
    }
  }

  /** Nothing is known. */
  static final Comparison UNKNOWN = new Comparison(0, Double.POSITIVE_INFINITY, 1);

  /** Chance that the difference lies below a bound, as the samples have it. */
  double chanceBelow(double bound) {
    if (Double.isInfinite(standardError)) {
      return 0.5;
    }
    if (standardError == 0) {
      return difference < bound ? 1 : 0;
    }
    return distribution().cumulativeProbability((bound - difference) / standardError);
  }

  /** True if the difference is shown to be above a bound at this risk. */
  boolean isAbove(double bound, double risk) {
    return chanceBelow(bound) < risk;
  }

  /** True if the difference is shown to be below a bound at this risk. */
  boolean isBelow(double bound, double risk) {
    return 1 - chanceBelow(bound) < risk;
  }

  /** The bound that the difference stays above with one minus this risk. */
  public double lower(double risk) {
    return Double.isInfinite(standardError)
        ? Double.NEGATIVE_INFINITY
        : difference + standardError * distribution().inverseCumulativeProbability(risk);
  }

  /** The bound that the difference stays below with one minus this risk. */
  public double upper(double risk) {
    return Double.isInfinite(standardError)
        ? Double.POSITIVE_INFINITY
        : difference - standardError * distribution().inverseCumulativeProbability(risk);
  }

  /** The same seen from the other point. */
  Comparison reversed() {
    return new Comparison(-difference, standardError, degrees);
  }

  private TDistribution distribution() {
    return BY_DEGREES[(int) Math.clamp(Math.floor(degrees), 1, CACHED)];
  }
}

package dev.evolve.app.bench.gates;

import org.hipparchus.distribution.continuous.BetaDistribution;
import org.hipparchus.distribution.continuous.GammaDistribution;

/**
 * A counted rate with its exact 95 % interval.
 *
 * <p>Source: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934), for shares; F. Garwood,
 * Biometrika 28 (1936), for events.
 *
 * @param value the rate
 * @param low lower end
 * @param high upper end
 */
record Rate(double value, double low, double high) {

  private static final double TAIL = 0.025;

  /** A share of some trials. */
  static Rate share(int hits, int trials) {
    double low =
        hits == 0
            ? 0
            : new BetaDistribution(hits, trials - hits + 1.0).inverseCumulativeProbability(TAIL);
    double high =
        hits == trials
            ? 1
            : new BetaDistribution(hits + 1.0, trials - hits)
                .inverseCumulativeProbability(1 - TAIL);
    return new Rate(hits / (double) trials, low, high);
  }

  /** Events per hundred chances, if they come independently. */
  static Rate perHundred(int events, int chances) {
    double scale = 100.0 / chances;
    double low =
        events == 0 ? 0 : new GammaDistribution(events, 1).inverseCumulativeProbability(TAIL);
    double high = new GammaDistribution(events + 1.0, 1).inverseCumulativeProbability(1 - TAIL);
    return new Rate(events * scale, low * scale, high * scale);
  }
}

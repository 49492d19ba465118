package dev.evolve.gates.statistics;

import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * How much of an error rate may be used up by the time a share of all runs was made.
 *
 * <p>Source: K. K. G. Lan and D. L. DeMets, "Discrete sequential boundaries for clinical trials",
 * Biometrika 70 (1983); the power family: K. Kim and D. L. DeMets, Biometrika 74 (1987).
 */
public enum SpendingFunction {
  /** Much is spent early: for comparisons most of which are clear at once. */
  SQUARE_ROOT {
    @Override
    double spent(double share, double alpha) {
      return alpha * Math.sqrt(share);
    }
  },
  /** About the same level at every look, as in Pocock's design. */
  POCOCK {
    @Override
    double spent(double share, double alpha) {
      return alpha * Math.log1p((Math.E - 1) * share);
    }
  },
  /** Next to nothing is spent early, as in O'Brien and Fleming's design. */
  O_BRIEN_FLEMING {
    @Override
    double spent(double share, double alpha) {
      NormalDistribution normal = new NormalDistribution();
      double z = normal.inverseCumulativeProbability(1 - alpha / 2);
      return 2 * (1 - normal.cumulativeProbability(z / Math.sqrt(share)));
    }
  };

  /**
   * @param share of all runs, in (0, 1]
   * @param alpha the whole error rate
   */
  abstract double spent(double share, double alpha);
}

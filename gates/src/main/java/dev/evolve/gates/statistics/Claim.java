package dev.evolve.gates.statistics;

import java.util.Locale;

/**
 * What is said of a candidate beside its baseline, and what pairs of runs say to it.
 *
 * <p>Everywhere here a pair is the logarithm of its ratio, turned so that a positive one is worse.
 */
public sealed interface Claim {

  /** What the pairs say to a claim. */
  enum Standing {
    /** Shown. */
    HELD,
    /** Shown to be wrong. */
    REFUTED,
    /** Neither; more pairs may tell. */
    OPEN
  }

  /**
   * What the pairs say.
   *
   * @param worsening logarithms of ratios, positive is worse, all finite
   * @param level one-sided error rate of either answer, in (0, 0.5)
   */
  Standing standing(double[] worsening, double level);

  /** How sure the pairs are that the claim is wrong; 1 where nothing speaks against it. */
  double doubt(double[] worsening);

  /** The nearest centres at which the answer is one or the other, refuted first. */
  double[] borders();

  /**
   * The candidate is not worse by more than a floor below which nobody cares.
   *
   * <p>Refuted takes both: worse at all with the stated confidence, and by more than the floor in
   * the estimate. Held takes that a worsening by the floor itself is ruled out.
   *
   * @param floor share, 0.02 for 2 %, 0 or more
   */
  record NotWorse(double floor) implements Claim {
    public NotWorse {
      requireShare("floor", floor);
    }

    @Override
    public Standing standing(double[] worsening, double level) {
      if (doubt(worsening) <= level) {
        return Standing.REFUTED;
      }
      return SignFlip.below(worsening, border()) <= level ? Standing.HELD : Standing.OPEN;
    }

    @Override
    public double doubt(double[] worsening) {
      return PairedEffect.centre(worsening) > border() ? SignFlip.above(worsening, 0) : 1;
    }

    @Override
    public double[] borders() {
      return new double[] {0, border()};
    }

    private double border() {
      return Math.log1p(floor);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "not more than %.3g %% worse", 100 * floor);
    }
  }

  /**
   * The candidate is better by at least a share.
   *
   * <p>Held takes both: the estimate reaches the share, and a gain of half of it is a lower bound
   * with the stated confidence. A bound at the share itself would refuse most candidates that are
   * just that much better; the estimate alone would accept the best of many that are not better at
   * all. Refuted takes that a gain of the share is ruled out.
   *
   * @param minimum share of the baseline that is gained, 0.10 for 10 %, in (0, 1)
   */
  record Gain(double minimum) implements Claim {
    public Gain {
      requireShare("gain", minimum);
      if (minimum == 0) {
        throw new IllegalArgumentException("wanted a gain above 0");
      }
    }

    @Override
    public Standing standing(double[] worsening, double level) {
      if (PairedEffect.centre(worsening) <= Math.log1p(-minimum)
          && SignFlip.below(worsening, Math.log1p(-minimum / 2)) <= level) {
        return Standing.HELD;
      }
      return doubt(worsening) <= level ? Standing.REFUTED : Standing.OPEN;
    }

    @Override
    public double doubt(double[] worsening) {
      return SignFlip.above(worsening, Math.log1p(-minimum));
    }

    @Override
    public double[] borders() {
      return new double[] {Math.log1p(-minimum), Math.log1p(-minimum / 2)};
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "at least %.3g %% better, and %.3g %% as the lower bound",
          100 * minimum,
          50 * minimum);
    }
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException("wanted a " + name + " in [0, 1), found " + share);
    }
  }
}

package dev.evolve.canary.judge;

import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Whether the candidate is slower all in all: van Elteren's rank test, which is Mann and Whitney's
 * within each stratum, added up. The baseline is multiplied by a ratio first, so that a difference
 * up to it is no difference. Ties make it more careful, never less.
 */
final class RankTest {

  private static final NormalDistribution NORMAL = new NormalDistribution();

  private final List<Stratum> strata;

  RankTest(List<Stratum> strata) {
    this.strata = List.copyOf(strata);
  }

  /** Chance of so slow a candidate if it is no slower than a ratio. */
  double probabilityIfNoSlowerThan(double ratio) {
    return 1 - NORMAL.cumulativeProbability(standardised(ratio, 0.5));
  }

  private double probabilityIfNoFasterThan(double ratio) {
    return NORMAL.cumulativeProbability(standardised(ratio, -0.5));
  }

  private double standardised(double ratio, double continuity) {
    double excess = 0;
    double variance = 0;
    for (Stratum stratum : strata) {
      double pairs = (double) stratum.baselineSize() * stratum.candidateSize();
      double weight = 1.0 / (stratum.size() + 1);
      excess += weight * (stratum.candidateLarger(ratio) - pairs / 2 - continuity);
      variance += weight * weight * pairs * (stratum.size() + 1) / 12;
    }
    return variance == 0 ? 0 : excess / Math.sqrt(variance);
  }

  /** Bounds of the ratio by which the candidate is slower. */
  RatioBounds bounds(double alpha) {
    return RatioBounds.of(
        ratio -> probabilityIfNoSlowerThan(ratio) <= alpha,
        ratio -> probabilityIfNoFasterThan(ratio) <= alpha);
  }

  /** The ratio at which the two look alike (Hodges and Lehmann). */
  double estimate() {
    return RatioBounds.of(ratio -> standardised(ratio, 0) > 0, ratio -> standardised(ratio, 0) < 0)
        .middle();
  }
}

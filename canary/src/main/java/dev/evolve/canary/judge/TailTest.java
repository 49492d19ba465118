package dev.evolve.canary.judge;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the slow end of the candidate is slower than the baseline's: multiply the baseline by a
 * ratio, pool both, take the slowest share of the pool, and count how many of those are the
 * candidate's. If it is no slower than that ratio, the count is hypergeometric, whatever the
 * distribution of latencies; the strata's counts add up. Exact, and the same in every unit.
 */
final class TailTest {

  private final List<Stratum> strata;
  private final double quantile;
  private final HypergeometricSum chance;

  TailTest(List<Stratum> strata, double quantile) {
    this.strata = List.copyOf(strata);
    this.quantile = quantile;
    List<HypergeometricSum.Part> parts = new ArrayList<>();
    for (Stratum stratum : strata) {
      parts.add(
          new HypergeometricSum.Part(
              stratum.size(), stratum.candidateSize(), stratum.tail(quantile)));
    }
    this.chance = new HypergeometricSum(parts);
  }

  /** Chance of so slow a tail if the candidate is no slower than a ratio. */
  double probabilityIfNoSlowerThan(double ratio) {
    return chance.atLeast(count(ratio, false));
  }

  private double probabilityIfNoFasterThan(double ratio) {
    return chance.atMost(count(ratio, true));
  }

  private int count(double ratio, boolean ties) {
    return strata.stream()
        .mapToInt(stratum -> stratum.candidatesInTail(stratum.tail(quantile), ratio, ties))
        .sum();
  }

  /** Bounds of the ratio of the tails. */
  RatioBounds bounds(double alpha) {
    return RatioBounds.of(
        ratio -> probabilityIfNoSlowerThan(ratio) <= alpha,
        ratio -> probabilityIfNoFasterThan(ratio) <= alpha);
  }

  /** The ratio at which the tail holds as many of the candidate's as chance would put there. */
  double estimate() {
    double expected =
        strata.stream()
            .mapToDouble(
                stratum ->
                    (double) stratum.tail(quantile) * stratum.candidateSize() / stratum.size())
            .sum();
    return RatioBounds.of(
            ratio -> count(ratio, false) > expected, ratio -> count(ratio, true) < expected)
        .middle();
  }
}

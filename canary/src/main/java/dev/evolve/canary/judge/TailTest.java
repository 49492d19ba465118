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

  /**
   * Estimate of the ratio of the quantiles. Each stratum counts for both arms as much as it has
   * requests, so that arms which got different shares of the strata stay comparable.
   */
  double estimate() {
    return weightedQuantile(true) / weightedQuantile(false);
  }

  /** The candidate's quantile. */
  double candidateQuantile() {
    return weightedQuantile(true);
  }

  /** The baseline's quantile. */
  double baselineQuantile() {
    return weightedQuantile(false);
  }

  private record Weighted(double value, double weight) {}

  private double weightedQuantile(boolean candidate) {
    List<Weighted> values = new ArrayList<>();
    for (Stratum stratum : strata) {
      int size = candidate ? stratum.candidateSize() : stratum.baselineSize();
      for (int i = 0; i < size; i++) {
        double value = candidate ? stratum.candidate(i) : stratum.baseline(i);
        values.add(new Weighted(value, (double) stratum.size() / size));
      }
    }
    values.sort((left, right) -> Double.compare(left.value(), right.value()));
    double wanted = quantile * values.stream().mapToDouble(Weighted::weight).sum() * (1 - 1e-12);
    double sum = 0;
    for (Weighted value : values) {
      sum += value.weight();
      if (sum >= wanted) {
        return value.value();
      }
    }
    return Double.NaN;
  }
}

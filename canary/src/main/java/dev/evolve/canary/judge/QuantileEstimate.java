package dev.evolve.canary.judge;

import java.util.ArrayList;
import java.util.List;

/**
 * A quantile of both arms over all stages. Each stage counts for both arms as much as it has
 * requests, so that arms which got different shares of the stages stay comparable.
 */
final class QuantileEstimate {

  private final List<Stratum> stages;
  private final double quantile;

  QuantileEstimate(List<Stratum> stages, double quantile) {
    this.stages = List.copyOf(stages);
    this.quantile = quantile;
  }

  /** The candidate's quantile. */
  double candidate() {
    return weightedQuantile(true);
  }

  /** The baseline's quantile. */
  double baseline() {
    return weightedQuantile(false);
  }

  private record Weighted(double value, double weight) {}

  private double weightedQuantile(boolean candidate) {
    List<Weighted> values = new ArrayList<>();
    for (Stratum stratum : stages) {
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

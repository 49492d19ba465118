package dev.evolve.search.objective;

import dev.evolve.search.objective.Limit.Severity;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is wanted before anything is measured: an {@link Objective} without its baseline. Weights
 * are relative to each other: {@link #against} divides them, and the weights of soft limits, by
 * their sum, so that the factor of a candidate is the weighted geometric mean of its ratios to the
 * baseline, and a gain of ten percent in everything is a factor of 0.9 whatever the weights.
 *
 * @param metrics at least one, each once
 * @param weights by metric name, not negative, at least one positive
 * @param limits on the metrics
 */
public record Preferences(List<Metric> metrics, Map<String, Double> weights, List<Limit> limits) {

  public Preferences {
    metrics = List.copyOf(metrics);
    weights = Collections.unmodifiableMap(new LinkedHashMap<>(weights));
    limits = List.copyOf(limits);
    Objective.requireFitting(metrics, weights, limits);
  }

  /** Names of the metrics, in order. */
  public List<String> names() {
    return metrics.stream().map(Metric::name).toList();
  }

  /**
   * The objective that holds candidates against a baseline.
   *
   * @param baseline a value for every metric, such as what the configuration in force came to
   * @throws IllegalArgumentException if a value is missing or its metric's scale does not hold for
   *     it
   */
  public Objective against(Map<String, Double> baseline) {
    double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    Map<String, Double> shares = new LinkedHashMap<>();
    weights.forEach((name, weight) -> shares.put(name, weight / sum));
    List<Limit> scaled = limits.stream().map(limit -> scaled(limit, sum)).toList();
    return new Objective(metrics, shares, scaled, baseline);
  }

  private static Limit scaled(Limit limit, double sum) {
    return switch (limit.severity()) {
      case Severity.Hard hard -> limit;
      case Severity.Soft soft -> Limit.soft(limit.metric(), limit.bound(), soft.weight() / sum);
    };
  }
}

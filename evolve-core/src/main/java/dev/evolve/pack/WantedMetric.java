package dev.evolve.pack;

import org.jspecify.annotations.Nullable;

/**
 * How much a metric counts when a search chooses among candidates. The gates judge the objective
 * alone, whatever is wanted here.
 *
 * @param metric a metric that the pack declares, or one of {@link Metric#MEASURED}
 * @param weight relative to the others'; 0 if the metric only has limits
 * @param limit what rejects a candidate when it is passed on any scenario, in the metric's unit;
 *     null if nothing does
 * @param softLimit what costs when it is passed on any scenario, in the metric's unit; null if
 *     nothing does
 * @param softWeight of how far it is passed, relative to the weights
 */
public record WantedMetric(
    String metric,
    double weight,
    @Nullable Double limit,
    @Nullable Double softLimit,
    double softWeight) {

  /** A metric without limits. */
  public WantedMetric(String metric, double weight) {
    this(metric, weight, null, null, 1);
  }

  /** True if there is a limit of either kind. */
  public boolean hasLimit() {
    return limit != null || softLimit != null;
  }
}

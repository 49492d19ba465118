package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.search.budget.StoppingRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When a tuning stops before its budget: once one more evaluation costs more than it brings. */
final class StopOptions {

  private static final double SECONDS_PER_HOUR = 3600;

  @Option(
      names = "--price-per-hour",
      paramLabel = "PRICE",
      description = {
        "what an hour of building and running costs, in any unit; with --worth-of-percent the tuning",
        "stops once one more configuration is expected to bring less than it costs"
      })
  private @Nullable Double pricePerHour;

  @Option(
      names = "--worth-of-percent",
      paramLabel = "WORTH",
      description = "what an improvement of one percent is worth, in the unit of the price")
  private @Nullable Double worthOfPercent;

  @Option(
      names = "--stop-not-before",
      paramLabel = "N",
      defaultValue = "20",
      description = "configurations before which that does not stop it (default: ${DEFAULT-VALUE})")
  private int minimumEvaluations;

  /**
   * The rule that is asked for; null if none is.
   *
   * @throws EvolveException if half of it is given, or figures that make no rule
   */
  @Nullable StoppingRule rule() {
    if (pricePerHour == null && worthOfPercent == null) {
      return null;
    }
    if (pricePerHour == null || worthOfPercent == null) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "wanted --price-per-hour and --worth-of-percent together, found only "
              + (pricePerHour == null ? "--worth-of-percent" : "--price-per-hour"));
    }
    try {
      return new StoppingRule(
          worthOfPercent, pricePerHour / SECONDS_PER_HOUR, 0, minimumEvaluations);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "--price-per-hour, --worth-of-percent, --stop-not-before: " + e.getMessage(),
          e);
    }
  }
}

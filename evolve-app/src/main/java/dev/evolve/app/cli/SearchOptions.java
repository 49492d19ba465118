package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.search.strategy.Strategies;
import dev.evolve.tuning.SearchPlan;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say how a campaign searches and what that may cost, as the API takes them. */
final class SearchOptions {

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      description =
          "how to search; ./evolve replay --list says which there are (default: "
              + Strategies.DEFAULT
              + ")")
  private @Nullable String strategy;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description =
          "how many proposals may be open at once, 1 to "
              + SearchPlan.MOST_PARALLEL
              + " (default: 1)")
  private @Nullable Integer parallel;

  @Option(
      names = "--device-seconds",
      paramLabel = "N",
      description = "seconds of building and running to spend (default: the pack's budget)")
  private @Nullable BigDecimal deviceSeconds;

  @Option(
      names = "--money",
      paramLabel = "AMOUNT",
      description = {
        "what the search may cost; needs a price, given here or by the pack",
        "(default: the pack's budget)"
      })
  private @Nullable BigDecimal money;

  @Option(
      names = "--price-per-device-hour",
      paramLabel = "AMOUNT",
      description = "what an hour of building and running costs (default: the pack's price)")
  private @Nullable BigDecimal pricePerDeviceHour;

  @Option(
      names = "--worth-of-percent",
      paramLabel = "AMOUNT",
      description = {
        "what an improvement of one percent is worth: the search stops when the next evaluation",
        "is expected to bring less than it costs; needs a price (default: the pack's worth)"
      })
  private @Nullable BigDecimal worthOfPercent;

  @Option(
      names = "--no-memory",
      description = "start cold, although earlier campaigns on the pack are remembered")
  private boolean forgets;

  /**
   * What was given, as fields of a request to start a campaign; nothing for what was not.
   *
   * @throws EvolveException INVALID_REQUEST, naming the option, what it wants and what it was given
   */
  Map<String, Object> fields() {
    check();
    Map<String, Object> limits = new LinkedHashMap<>();
    put(limits, "deviceSeconds", deviceSeconds);
    put(limits, "money", money);
    put(limits, "pricePerDeviceHour", pricePerDeviceHour);
    put(limits, "worthOfPercent", worthOfPercent);
    Map<String, Object> fields = new LinkedHashMap<>();
    put(fields, "strategy", strategy);
    put(fields, "parallel", parallel);
    put(fields, "limits", limits.isEmpty() ? null : limits);
    put(fields, "forgets", forgets ? Boolean.TRUE : null);
    return fields;
  }

  private static void put(Map<String, Object> fields, String key, @Nullable Object value) {
    if (value != null) {
      fields.put(key, value);
    }
  }

  private void check() {
    if (strategy != null && !Strategies.names().contains(strategy)) {
      throw refused(
          "--strategy", "one of " + String.join(", ", Strategies.names()), "'" + strategy + "'");
    }
    if (parallel != null && (parallel < 1 || parallel > SearchPlan.MOST_PARALLEL)) {
      throw refused("--parallel", "1 to " + SearchPlan.MOST_PARALLEL, String.valueOf(parallel));
    }
    checkPositive("--device-seconds", deviceSeconds);
    checkPositive("--money", money);
    checkPositive("--price-per-device-hour", pricePerDeviceHour);
    if (worthOfPercent != null && worthOfPercent.signum() < 0) {
      throw refused("--worth-of-percent", "0 or more", worthOfPercent.toPlainString());
    }
  }

  private static void checkPositive(String option, @Nullable BigDecimal value) {
    if (value != null && value.signum() <= 0) {
      throw refused(option, "a positive number", value.toPlainString());
    }
  }

  private static EvolveException refused(String option, String wanted, String found) {
    return new EvolveException(
        ErrorCode.INVALID_REQUEST, option + " wants " + wanted + ", found " + found);
  }
}

package dev.evolve.tuning;

import dev.evolve.search.Trial;
import dev.evolve.search.budget.Amount;
import dev.evolve.search.budget.Budget;
import dev.evolve.search.budget.StoppingRule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign's search may spend besides evaluations and minutes, and when it no longer pays.
 *
 * @param deviceSeconds of building and running; null for any
 * @param money in the currency of the price; null for any
 * @param pricePerDeviceHour what an hour of the machine costs; null for nothing
 * @param worthOfPercent what an improvement of one percent is worth: the search stops when what it
 *     expects of the next evaluation is worth less than that costs; null to go on while it may
 */
public record SearchLimits(
    @Nullable Double deviceSeconds,
    @Nullable BigDecimal money,
    @Nullable BigDecimal pricePerDeviceHour,
    @Nullable Double worthOfPercent) {

  /** No limit. */
  public static final SearchLimits NONE = new SearchLimits(null, null, null, null);

  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3_600);
  private static final int DIGITS = 12;
  private static final int FEWEST_BEFORE_STOPPING = 8;

  public SearchLimits {
    if (deviceSeconds != null && !(deviceSeconds > 0 && Double.isFinite(deviceSeconds))) {
      throw new IllegalArgumentException("deviceSeconds is positive, not " + deviceSeconds);
    }
    if (money != null && money.signum() <= 0) {
      throw new IllegalArgumentException("money is positive, not " + money);
    }
    boolean hasPrice = pricePerDeviceHour != null && pricePerDeviceHour.signum() > 0;
    if ((money != null || worthOfPercent != null) && !hasPrice) {
      throw new IllegalArgumentException(
          "money and worthOfPercent need a positive pricePerDeviceHour to compare with, found "
              + pricePerDeviceHour);
    }
    if (worthOfPercent != null && !(worthOfPercent >= 0 && Double.isFinite(worthOfPercent))) {
      throw new IllegalArgumentException("worthOfPercent is 0 or more, not " + worthOfPercent);
    }
  }

  /** Why nothing more is to be measured after these trials, oldest first; empty to go on. */
  public Optional<String> exhausted(List<Trial> trials) {
    return broken(trials).or(() -> notWorthwhile(trials));
  }

  private Optional<String> broken(List<Trial> trials) {
    double seconds = trials.stream().mapToDouble(trial -> trial.cost().seconds()).sum();
    long paid = trials.stream().filter(trial -> trial.cost().seconds() > 0).count();
    double next = paid == 0 ? 0 : seconds / paid;
    List<String> broken = budget().brokenBy(amount(seconds + next));
    return broken.isEmpty()
        ? Optional.empty()
        : Optional.of("the next evaluation would break the budget: " + String.join(", ", broken));
  }

  private Budget budget() {
    return new Budget(null, deviceSeconds == null ? null : duration(deviceSeconds), null, money);
  }

  private Amount amount(double seconds) {
    Duration time = duration(seconds);
    return Amount.ofEvaluation(time, time, pricePerSecond());
  }

  private BigDecimal pricePerSecond() {
    return pricePerDeviceHour == null
        ? BigDecimal.ZERO
        : pricePerDeviceHour.divide(SECONDS_PER_HOUR, DIGITS, java.math.RoundingMode.HALF_UP);
  }

  private static Duration duration(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }

  private Optional<String> notWorthwhile(List<Trial> trials) {
    if (worthOfPercent == null) {
      return Optional.empty();
    }
    StoppingRule.Decision decision =
        new StoppingRule(worthOfPercent, pricePerSecond().doubleValue(), 0, FEWEST_BEFORE_STOPPING)
            .decide(trials);
    return decision.isStop() ? Optional.of(decision.sentence()) : Optional.empty();
  }
}

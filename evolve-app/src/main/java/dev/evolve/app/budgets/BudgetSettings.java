package dev.evolve.app.budgets;

import dev.evolve.campaign.DailyBudgets;
import dev.evolve.search.budget.Budget;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What campaigns may spend on measuring in a day (UTC), over the whole service.
 *
 * @param pricePerDeviceHour what an hour of building and running costs; null for nothing
 * @param agentDay what each agent may spend
 * @param packDay what may be spent on each pack
 * @param day what may be spent in all
 */
@ConfigurationProperties("evolve.budgets")
public record BudgetSettings(
    @Nullable BigDecimal pricePerDeviceHour,
    @DefaultValue Daily agentDay,
    @DefaultValue Daily packDay,
    @DefaultValue Daily day) {

  private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3_600);
  private static final int DIGITS = 12;

  public BudgetSettings {
    boolean hasPrice = pricePerDeviceHour != null && pricePerDeviceHour.signum() > 0;
    if (pricePerDeviceHour != null && !hasPrice) {
      throw new IllegalArgumentException(
          "evolve.budgets.price-per-device-hour is positive, or absent; found "
              + pricePerDeviceHour.toPlainString());
    }
    boolean hasMoney = agentDay.money() != null || packDay.money() != null || day.money() != null;
    if (hasMoney && !hasPrice) {
      throw new IllegalArgumentException(
          "a daily budget of money needs evolve.budgets.price-per-device-hour, found none; set it");
    }
  }

  /**
   * What may be spent in a day; what is null has no limit.
   *
   * @param evaluations candidates measured
   * @param deviceTime of building and running
   * @param wallTime from when a campaign was ready to measure to the result, with what it waits for
   *     the machine; of campaigns side by side the sum
   * @param money in the currency of the price
   */
  public record Daily(
      @Nullable Long evaluations,
      @Nullable Duration deviceTime,
      @Nullable Duration wallTime,
      @Nullable BigDecimal money) {

    Budget budget() {
      return new Budget(evaluations, deviceTime, wallTime, money);
    }
  }

  DailyBudgets budgets() {
    return new DailyBudgets(agentDay.budget(), packDay.budget(), day.budget());
  }

  BigDecimal pricePerSecond() {
    return pricePerDeviceHour == null
        ? BigDecimal.ZERO
        : pricePerDeviceHour.divide(SECONDS_PER_HOUR, DIGITS, RoundingMode.HALF_UP);
  }
}

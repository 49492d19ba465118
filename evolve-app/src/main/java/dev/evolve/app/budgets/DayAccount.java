package dev.evolve.app.budgets;

import dev.evolve.search.budget.Amount;
import dev.evolve.search.budget.Budget;
import dev.evolve.search.budget.BudgetAccount;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an agent, a pack or the whole service spent on a day.
 *
 * @param holder such as {@code agent auto-tuner}, {@code pack cpu-sgemm} or {@code the whole
 *     service}
 * @param spent on measuring
 * @param setAside for what is being measured
 * @param limit at most; a measure that is null has none
 */
public record DayAccount(String holder, Figures spent, Figures setAside, Figures limit) {

  private static final double MILLIS = 1_000;

  /**
   * The four measures.
   *
   * @param evaluations candidates measured
   * @param deviceSeconds of building and running
   * @param wallSeconds from when a campaign was ready to measure to the result
   * @param money in the currency of the price
   */
  public record Figures(
      @Nullable Long evaluations,
      @Nullable Double deviceSeconds,
      @Nullable Double wallSeconds,
      @Nullable BigDecimal money) {

    private static Figures of(Amount amount) {
      return new Figures(
          amount.evaluations(),
          seconds(amount.deviceTime()),
          seconds(amount.wallTime()),
          amount.money());
    }

    private static Figures of(Budget budget) {
      Duration device = budget.deviceTime();
      Duration wall = budget.wallTime();
      return new Figures(
          budget.evaluations(),
          device == null ? null : seconds(device),
          wall == null ? null : seconds(wall),
          budget.money());
    }
  }

  /** An account for people and the API. */
  public static DayAccount of(BudgetAccount account) {
    return new DayAccount(
        account.holder(),
        Figures.of(account.spent()),
        Figures.of(account.reserved()),
        Figures.of(account.budget()));
  }

  private static double seconds(Duration time) {
    return time.toMillis() / MILLIS;
  }

  /** In a line: {@code pack toy: 3 of 10 evaluations, 2.5 device-seconds, 3 s of wall time}. */
  public String line() {
    List<String> parts = new ArrayList<>();
    parts.add(part(spent.evaluations(), limit.evaluations(), "evaluations"));
    parts.add(part(spent.deviceSeconds(), limit.deviceSeconds(), "device-seconds"));
    parts.add(part(spent.wallSeconds(), limit.wallSeconds(), "s of wall time"));
    if (limit.money() != null || (spent.money() != null && spent.money().signum() > 0)) {
      parts.add(part(spent.money(), limit.money(), "of money"));
    }
    return holder + ": " + String.join(", ", parts);
  }

  private static String part(@Nullable Number spent, @Nullable Number limit, String unit) {
    return figure(spent) + (limit == null ? " " : " of " + figure(limit) + " ") + unit;
  }

  private static String figure(@Nullable Number number) {
    return number instanceof Long || number == null
        ? String.valueOf(number == null ? 0 : number)
        : String.format(Locale.ROOT, "%.2f", number.doubleValue());
  }
}

package dev.evolve.search.budget;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What may be spent at most; a measure that is null has no limit.
 *
 * @param evaluations points measured
 * @param deviceTime of the device under test
 * @param wallTime by the clock on the wall
 * @param money in the currency of the price
 */
public record Budget(
    @Nullable Long evaluations,
    @Nullable Duration deviceTime,
    @Nullable Duration wallTime,
    @Nullable BigDecimal money) {

  /** No limit at all. */
  public static final Budget UNLIMITED = new Budget(null, null, null, null);

  public Budget {
    if ((evaluations != null && evaluations < 0)
        || (deviceTime != null && deviceTime.isNegative())
        || (wallTime != null && wallTime.isNegative())
        || (money != null && money.signum() < 0)) {
      throw new IllegalArgumentException(
          "a budget is not negative: found evaluations %s, device time %s, wall time %s, money %s"
              .formatted(evaluations, deviceTime, wallTime, money));
    }
  }

  /** By evaluations alone. */
  public static Budget ofEvaluations(long evaluations) {
    return new Budget(evaluations, null, null, null);
  }

  /** By device time alone. */
  public static Budget ofDeviceTime(Duration deviceTime) {
    return new Budget(null, deviceTime, null, null);
  }

  /** By wall time alone. */
  public static Budget ofWallTime(Duration wallTime) {
    return new Budget(null, null, wallTime, null);
  }

  /** By money alone. */
  public static Budget ofMoney(BigDecimal money) {
    return new Budget(null, null, null, money);
  }

  /** Which measures an amount breaks, a phrase each; empty if it is within the budget. */
  public List<String> brokenBy(Amount amount) {
    List<String> broken = new ArrayList<>();
    add(broken, "evaluations", amount.evaluations(), evaluations);
    add(broken, "device time", amount.deviceTime(), deviceTime);
    add(broken, "wall time", amount.wallTime(), wallTime);
    add(broken, "money", amount.money(), money);
    return broken;
  }

  private static <T extends Comparable<T>> void add(
      List<String> broken, String name, T amount, @Nullable T limit) {
    if (limit != null && amount.compareTo(limit) > 0) {
      broken.add(name + " " + amount + " of " + limit);
    }
  }

  /**
   * What is left after an amount is spent: nothing of a measure of which more was spent than there
   * is; measures without a limit stay so.
   */
  public Budget less(Amount spent) {
    return new Budget(
        evaluations == null ? null : Math.max(0, evaluations - spent.evaluations()),
        deviceTime == null ? null : left(deviceTime, spent.deviceTime()),
        wallTime == null ? null : left(wallTime, spent.wallTime()),
        money == null ? null : money.subtract(spent.money()).max(BigDecimal.ZERO));
  }

  private static Duration left(Duration all, Duration spent) {
    Duration left = all.minus(spent);
    return left.isNegative() ? Duration.ZERO : left;
  }
}

package dev.evolve.tuning;

import dev.evolve.pack.BenchPack;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What whoever starts a campaign wants of its limits. As with evaluations and minutes, what is
 * asked for replaces what the pack's budget says, each measure by itself; what is not stays the
 * pack's.
 *
 * @param deviceSeconds of building and running; null for the pack's
 * @param money in the currency of the price; null for the pack's
 * @param pricePerDeviceHour what an hour of the machine costs; null for the pack's
 * @param worthOfPercent what an improvement of one percent is worth; null for the pack's
 */
public record LimitsWish(
    @Nullable Double deviceSeconds,
    @Nullable BigDecimal money,
    @Nullable BigDecimal pricePerDeviceHour,
    @Nullable Double worthOfPercent) {

  /** Whatever the pack says. */
  public static final LimitsWish NONE = new LimitsWish(null, null, null, null);

  /**
   * The limits of a campaign on a pack.
   *
   * @throws IllegalArgumentException if they make no sense together, such as money without a price
   */
  public SearchLimits over(BenchPack.Budget budget) {
    return new SearchLimits(
        deviceSeconds == null ? budget.deviceSeconds() : deviceSeconds,
        money == null ? budget.money() : money,
        pricePerDeviceHour == null ? budget.pricePerDeviceHour() : pricePerDeviceHour,
        worthOfPercent == null ? budget.worthOfPercent() : worthOfPercent);
  }
}

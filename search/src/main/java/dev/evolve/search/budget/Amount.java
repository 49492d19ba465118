package dev.evolve.search.budget;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * What was spent or may be spent, in all four measures at once. Exact: no measure is a floating
 * point number, so that sums of many small amounts add up.
 *
 * @param evaluations points measured
 * @param deviceTime of the device under test
 * @param wallTime by the clock on the wall
 * @param money in the currency of the price, which is the caller's
 */
public record Amount(long evaluations, Duration deviceTime, Duration wallTime, BigDecimal money) {

  /** Nothing. */
  public static final Amount NONE = new Amount(0, Duration.ZERO, Duration.ZERO, BigDecimal.ZERO);

  public Amount {
    money = money.signum() == 0 ? BigDecimal.ZERO : money.stripTrailingZeros();
    if (evaluations < 0 || deviceTime.isNegative() || wallTime.isNegative() || money.signum() < 0) {
      throw new IllegalArgumentException(
          "an amount is not negative: wanted zero or more of each, found "
              + describe(evaluations, deviceTime, wallTime, money));
    }
  }

  /**
   * One evaluation.
   *
   * @param pricePerDeviceSecond in the caller's currency
   */
  public static Amount ofEvaluation(
      Duration deviceTime, Duration wallTime, BigDecimal pricePerDeviceSecond) {
    return new Amount(1, deviceTime, wallTime, price(deviceTime, pricePerDeviceSecond));
  }

  private static BigDecimal price(Duration time, BigDecimal perSecond) {
    return BigDecimal.valueOf(time.getSeconds())
        .add(BigDecimal.valueOf(time.getNano(), 9))
        .multiply(perSecond);
  }

  /** Both together. */
  public Amount plus(Amount other) {
    return new Amount(
        Math.addExact(evaluations, other.evaluations),
        deviceTime.plus(other.deviceTime),
        wallTime.plus(other.wallTime),
        money.add(other.money));
  }

  /**
   * This less the other.
   *
   * @throws IllegalArgumentException if the other is larger in any measure
   */
  public Amount minus(Amount other) {
    return new Amount(
        evaluations - other.evaluations,
        deviceTime.minus(other.deviceTime),
        wallTime.minus(other.wallTime),
        money.subtract(other.money));
  }

  /** True if no measure is larger than the other's. */
  public boolean isWithin(Amount other) {
    return evaluations <= other.evaluations
        && deviceTime.compareTo(other.deviceTime) <= 0
        && wallTime.compareTo(other.wallTime) <= 0
        && money.compareTo(other.money) <= 0;
  }

  /** For people. */
  public String describe() {
    return describe(evaluations, deviceTime, wallTime, money);
  }

  private static String describe(
      long evaluations, Duration deviceTime, Duration wallTime, BigDecimal money) {
    return evaluations
        + " evaluations, "
        + seconds(deviceTime)
        + " device-seconds, "
        + seconds(wallTime)
        + " s of wall time, money "
        + money.toPlainString();
  }

  private static String seconds(Duration time) {
    return price(time, BigDecimal.ONE).stripTrailingZeros().toPlainString();
  }
}

package dev.evolve.results;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A unit, brought to its base: ns for times, B for sizes, 1 for what is counted. The factors are
 * exact decimals, so that 12.5 ms and 12500 µs give the same number. In a denominator a time's base
 * is the second.
 *
 * @param name the base unit, such as {@code ns}, {@code B/op}, {@code op/s}
 * @param factor what a value is multiplied by
 * @param divisor what it is then divided by
 * @param direction which way a metric in this unit is better
 * @param countable true if it counts bytes or things, and not per time
 */
record ResultUnit(
    String name, BigDecimal factor, BigDecimal divisor, Direction direction, boolean countable) {

  private static final Map<String, String> TIMES =
      Map.ofEntries(
          Map.entry("ps", "1e-3"),
          Map.entry("ns", "1"),
          Map.entry("nsec", "1"),
          Map.entry("us", "1e3"),
          Map.entry("\u00b5s", "1e3"),
          Map.entry("\u03bcs", "1e3"),
          Map.entry("usec", "1e3"),
          Map.entry("ms", "1e6"),
          Map.entry("msec", "1e6"),
          Map.entry("s", "1e9"),
          Map.entry("sec", "1e9"),
          Map.entry("min", "60e9"),
          Map.entry("h", "3600e9"),
          Map.entry("hr", "3600e9"),
          Map.entry("day", "86400e9"));
  private static final Map<String, String> SIZES =
      Map.ofEntries(
          Map.entry("B", "1"),
          Map.entry("bytes", "1"),
          Map.entry("kB", "1e3"),
          Map.entry("KB", "1e3"),
          Map.entry("MB", "1e6"),
          Map.entry("GB", "1e9"),
          Map.entry("KiB", "1024"),
          Map.entry("MiB", "1048576"),
          Map.entry("GiB", "1073741824"));
  private static final List<String> COUNTS = List.of("allocs", "items", "elem", "counts");
  private static final List<String> PRODUCTS =
      List.of("ops", "op", "items", "elem", "iter", "tokens", "rows", "records", "req", "requests");
  private static final BigDecimal NANOS = new BigDecimal("1e9");

  /** A unit that is known to the table; empty for others. */
  static Optional<ResultUnit> known(String text) {
    int slash = text.indexOf('/');
    String over = slash < 0 ? text : text.substring(0, slash);
    @Nullable String under = slash < 0 ? null : text.substring(slash + 1);
    String time = under == null ? null : TIMES.get(under);
    if (time != null && TIMES.get(over) != null) {
      return Optional.empty();
    }
    if (time != null) {
      return Optional.of(rate(over, new BigDecimal(time)));
    }
    String per = under == null ? "" : "/" + one(under);
    String duration = TIMES.get(over);
    if (duration != null) {
      return Optional.of(plain("ns" + per, duration, Direction.LOWER, false));
    }
    String size = SIZES.get(over);
    if (size != null) {
      return Optional.of(
          plain("B" + per, size, under == null ? Direction.UNKNOWN : Direction.LOWER, true));
    }
    return COUNTS.contains(over)
        ? Optional.of(plain(over + per, "1", Direction.LOWER, true))
        : Optional.empty();
  }

  /** A unit; one that is not in the table is its own base and says no direction. */
  static ResultUnit of(String text) {
    return known(text).orElseGet(() -> plain(text, "1", Direction.UNKNOWN, false));
  }

  /** The same unit of a metric of which the direction is known otherwise. */
  ResultUnit better(Direction other) {
    return new ResultUnit(name, factor, divisor, other, countable);
  }

  /** A value in this unit in its base; infinite if it is too large. */
  double normalise(BigDecimal value) {
    if (value.signum() == 0) {
      return 0;
    }
    double rough = value.doubleValue();
    if (Double.isInfinite(rough) || rough == 0) {
      return rough;
    }
    BigDecimal scaled = value.multiply(factor);
    return divisor.compareTo(BigDecimal.ONE) == 0
        ? scaled.doubleValue()
        : scaled.divide(divisor, MathContext.DECIMAL128).doubleValue();
  }

  /** A value in the base unit in this one. */
  double denormalise(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value)
            .multiply(divisor)
            .divide(factor, MathContext.DECIMAL128)
            .doubleValue()
        : value;
  }

  private static ResultUnit rate(String over, BigDecimal nanos) {
    String size = SIZES.get(over);
    String base = size == null ? one(over) : "B";
    BigDecimal factor = size == null ? BigDecimal.ONE : new BigDecimal(size);
    Direction direction =
        size != null || PRODUCTS.contains(over) ? Direction.HIGHER : Direction.UNKNOWN;
    return new ResultUnit(base + "/s", factor.multiply(NANOS), nanos, direction, false);
  }

  private static ResultUnit plain(
      String name, String factor, Direction direction, boolean countable) {
    return new ResultUnit(name, new BigDecimal(factor), BigDecimal.ONE, direction, countable);
  }

  private static String one(String word) {
    return word.equals("ops") ? "op" : word;
  }
}

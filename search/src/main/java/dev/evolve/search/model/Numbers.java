package dev.evolve.search.model;

import dev.evolve.search.space.Parameter;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.LongToDoubleFunction;

/** The numbers behind the places of an ordered parameter. */
public final class Numbers {

  private final LongToDoubleFunction number;
  private final boolean arePositive;
  private final boolean areWhole;

  private Numbers(LongToDoubleFunction number, boolean arePositive, boolean areWhole) {
    this.number = number;
    this.arePositive = arePositive;
    this.areWhole = areWhole;
  }

  /** Of a range. */
  public static Numbers of(Parameter.Whole whole) {
    return new Numbers(
        place -> whole.minimum() + (double) place * whole.step(), whole.minimum() > 0, true);
  }

  /** Of a list. */
  public static Numbers of(Parameter.Ordinal ordinal) {
    List<BigDecimal> values = ordinal.values().stream().map(BigDecimal::new).toList();
    double[] numbers = values.stream().mapToDouble(BigDecimal::doubleValue).toArray();
    return new Numbers(
        place -> numbers[(int) place],
        values.stream().allMatch(value -> value.signum() > 0),
        values.stream().allMatch(value -> value.stripTrailingZeros().scale() <= 0));
  }

  /** Of a scale. */
  public static Numbers of(Parameter.Real real) {
    return new Numbers(place -> Double.parseDouble(real.at(place)), real.minimum() > 0, false);
  }

  /** True if all are whole numbers. */
  public boolean areWhole() {
    return areWhole;
  }

  /**
   * The binary logarithm where all numbers are positive, so that products are sums; else the place.
   */
  double scaled(long place) {
    return arePositive ? Math.log(number.applyAsDouble(place)) / Math.log(2) : place;
  }

  /** How often the number can be halved; 0 for 0. */
  int halvings(long place) {
    long whole = Math.abs((long) number.applyAsDouble(place));
    return whole == 0 ? 0 : Long.numberOfTrailingZeros(whole);
  }
}

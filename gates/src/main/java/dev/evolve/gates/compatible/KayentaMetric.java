package dev.evolve.gates.compatible;

/**
 * What a canary configuration of Kayenta says of one metric.
 *
 * @param direction which shift is bad
 * @param missing what to do with values that are not there
 * @param critical whether a bad class of this metric alone fails the canary
 * @param dataRequired whether having no data fails a metric that is not critical
 */
public record KayentaMetric(
    Direction direction, Missing missing, boolean critical, boolean dataRequired) {

  /** Which shift is bad. */
  public enum Direction {
    INCREASE,
    DECREASE,
    EITHER;

    boolean hasIncrease() {
      return this != DECREASE;
    }

    boolean hasDecrease() {
      return this != INCREASE;
    }
  }

  /** What to do with values that are not there (NaN). */
  public enum Missing {
    REMOVE,
    REPLACE
  }
}

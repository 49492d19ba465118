package dev.evolve.search.explain;

/**
 * An estimate and where the truth plausibly is.
 *
 * @param low not above the estimate
 * @param high not below the estimate
 */
public record Interval(double estimate, double low, double high) {

  public Interval {
    if (!(low <= estimate && estimate <= high)) {
      throw new IllegalArgumentException(
          "wanted low <= estimate <= high, not " + low + ", " + estimate + ", " + high);
    }
  }

  /** Two standard errors to each side, inside bounds. */
  static Interval around(double estimate, double standardError, double least, double most) {
    double inside = Math.clamp(estimate, least, most);
    double low = Math.clamp(estimate - 2 * standardError, least, inside);
    double high = Math.clamp(estimate + 2 * standardError, inside, most);
    return new Interval(inside, low, high);
  }

  /** True if the whole interval is above a value. */
  boolean isAbove(double value) {
    return low > value;
  }
}

package dev.evolve.search.explain;

/**
 * An estimate and where the truth plausibly is.
 *
 * @param low not above the estimate
 * @param high not below the estimate
 */
public record Interval(double estimate, double low, double high) {

  private static final double DEVIATIONS = 2.5;

  public Interval {
    if (!(low <= estimate && estimate <= high)) {
      throw new IllegalArgumentException(
          "wanted low <= estimate <= high, not " + low + ", " + estimate + ", " + high);
    }
  }

  /**
   * {@value #DEVIATIONS} standard deviations to each side, inside bounds: more than two, since a
   * forest errs to one side as well as around.
   */
  static Interval around(double estimate, double deviation, double least, double most) {
    double inside = Math.clamp(estimate, least, most);
    double low = Math.clamp(estimate - DEVIATIONS * deviation, least, inside);
    double high = Math.clamp(estimate + DEVIATIONS * deviation, inside, most);
    return new Interval(inside, low, high);
  }

  /** True if the whole interval is above a value. */
  boolean isAbove(double value) {
    return low > value;
  }
}

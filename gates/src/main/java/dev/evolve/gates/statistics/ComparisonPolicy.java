package dev.evolve.gates.statistics;

/**
 * What counts, and how sure one wants to be, where nobody says otherwise.
 *
 * @param floor share of a change below which nobody cares, 0.02 for 2 %
 * @param alpha chance of calling a candidate worse (or better) that is not, of each side
 */
public record ComparisonPolicy(double floor, double alpha) {

  /**
   * A floor of 2 % and 99.4 % of one-sided confidence: with 12 interleaved pairs of a benchmark on
   * a dedicated machine this finds 5 % in nine of ten cases ({@code ./evolve bench gates}).
   */
  public static final ComparisonPolicy STANDARD = new ComparisonPolicy(0.02, 0.006);

  public ComparisonPolicy {
    if (!(floor >= 0 && floor < 1) || !(alpha > 0 && alpha < 0.5)) {
      throw new IllegalArgumentException(
          "wanted a floor in [0, 1) and an error rate in (0, 0.5), found " + floor + ", " + alpha);
    }
  }
}

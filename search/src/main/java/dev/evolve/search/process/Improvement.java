package dev.evolve.search.process;

/**
 * Expected improvement: by how much a point is expected to be better than the best, counting only
 * where it is (Mockus 1975). In units of its standard deviation, from a table.
 */
final class Improvement {

  private static final int STEPS = 64;
  private static final int RANGE = 8;
  private static final double[] TABLE = table();

  private Improvement() {}

  /**
   * Expected improvement over a standard deviation.
   *
   * @param better how much better the point is expected to be, in standard deviations
   */
  static double of(double better) {
    if (better <= -RANGE) {
      return 0;
    }
    if (better >= RANGE) {
      return better;
    }
    double place = (better + RANGE) * STEPS;
    int below = (int) place;
    return TABLE[below] + (place - below) * (TABLE[below + 1] - TABLE[below]);
  }

  private static double[] table() {
    double[] table = new double[2 * RANGE * STEPS + 2];
    for (int i = 0; i < table.length; i++) {
      double u = i / (double) STEPS - RANGE;
      table[i] = Math.max(0, u * cumulative(u) + density(u));
    }
    return table;
  }

  private static double density(double u) {
    return Math.exp(-u * u / 2) / Math.sqrt(2 * Math.PI);
  }

  private static double cumulative(double u) {
    return 0.5 * org.hipparchus.special.Erf.erfc(-u / Math.sqrt(2));
  }
}

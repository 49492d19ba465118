package dev.evolve.app.bench.gates;

/**
 * Runs of two programs, one value a process, in arbitrary units; larger is worse.
 *
 * @param baseline in order
 * @param candidate in order; where the layout is interleaved, run beside the baseline's at the same
 *     place
 */
record PairDraw(double[] baseline, double[] candidate) {

  /** The candidate slower by a share, or faster where it is negative. */
  PairDraw slowed(double share) {
    double[] slowed = candidate.clone();
    for (int i = 0; i < slowed.length; i++) {
      slowed[i] *= 1 + share;
    }
    return new PairDraw(baseline, slowed);
  }

  /** The first pairs. */
  PairDraw first(int pairs) {
    return new PairDraw(
        java.util.Arrays.copyOf(baseline, pairs), java.util.Arrays.copyOf(candidate, pairs));
  }

  int pairs() {
    return baseline.length;
  }

  /** Something varies on both sides: a constant series tells rules nothing apart. */
  boolean varies() {
    return varies(baseline) && varies(candidate);
  }

  private static boolean varies(double[] values) {
    for (double value : values) {
      if (value != values[0]) {
        return true;
      }
    }
    return false;
  }
}

package dev.evolve.gates.statistics;

import java.util.Arrays;

/**
 * Whether a unimodal distribution function stays within a distance of the empirical one: convex up
 * to some mode, concave from there on, with a jump allowed at the mode only.
 */
final class UnimodalBand {

  private UnimodalBand() {}

  /** For values in ascending order. */
  static boolean fits(double[] sorted, double distance) {
    double[] mirrored = new double[sorted.length];
    Arrays.setAll(mirrored, i -> -sorted[sorted.length - 1 - i]);
    Steps left = Steps.of(sorted);
    Steps right = Steps.of(mirrored);
    int convex = left.longestConvex(distance);
    int concave = right.longestConvex(distance);
    return convex + concave >= left.count() + 1;
  }

  /**
   * The steps of the empirical distribution at its distinct values.
   *
   * @param at distinct values, ascending
   * @param before its value just before each
   * @param after its value from each on
   */
  private record Steps(double[] at, double[] before, double[] after) {

    static Steps of(double[] sorted) {
      double[] at = Arrays.stream(sorted).distinct().toArray();
      double[] before = new double[at.length];
      double[] after = new double[at.length];
      int seen = 0;
      for (int i = 0; i < at.length; i++) {
        before[i] = (double) seen / sorted.length;
        while (seen < sorted.length && sorted[seen] == at[i]) {
          seen++;
        }
        after[i] = (double) seen / sorted.length;
      }
      return new Steps(at, before, after);
    }

    int count() {
      return at.length;
    }

    /** How many of the first values a convex function can follow; the last may be the mode. */
    int longestConvex(double distance) {
      int low = 1;
      int high = at.length;
      while (low < high) {
        int middle = (low + high + 1) / 2;
        if (isConvexFeasible(middle, distance)) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return low;
    }

    /**
     * The largest convex function below the upper limits must be above the lower ones. At the last
     * value only what comes before its step counts, since the mode may jump.
     */
    private boolean isConvexFeasible(int count, double distance) {
      int[] hull = new int[count];
      int size = 0;
      for (int i = 0; i < count; i++) {
        while (size >= 2 && !turnsUp(hull[size - 2], hull[size - 1], i)) {
          size--;
        }
        hull[size++] = i;
      }
      for (int segment = 0; segment + 1 < size; segment++) {
        for (int i = hull[segment]; i < hull[segment + 1]; i++) {
          if (on(hull[segment], hull[segment + 1], i) + distance < after[i] - distance) {
            return false;
          }
        }
      }
      return true;
    }

    private boolean turnsUp(int a, int b, int c) {
      return (before[b] - before[a]) * (at[c] - at[a]) < (before[c] - before[a]) * (at[b] - at[a]);
    }

    private double on(int from, int to, int i) {
      double share = (at[i] - at[from]) / (at[to] - at[from]);
      return before[from] + share * (before[to] - before[from]);
    }
  }
}

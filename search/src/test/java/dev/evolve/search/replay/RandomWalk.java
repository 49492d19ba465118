package dev.evolve.search.replay;

import java.util.Arrays;

/**
 * The random walk that the golden scores were made with: a congruential generator over the rows.
 */
final class RandomWalk {

  private static final long FACTOR = 6364136223846793005L;
  private static final long SUMMAND = 1442695040888963407L;

  private RandomWalk() {}

  /** The trace of a walk without replacement until the budget is spent. */
  static ScoredTrace of(MeasuredSpace space, double budget, long seed) {
    boolean[] seen = new boolean[space.size()];
    double[] seconds = new double[space.size()];
    double[] best = new double[space.size()];
    int count = 0;
    double paid = 0;
    double bestValue = Double.NaN;
    long state = seed;
    while (paid < budget && count < seen.length) {
      state = state * FACTOR + SUMMAND;
      int row = (int) ((state >>> 33) % seen.length);
      if (seen[row]) {
        continue;
      }
      seen[row] = true;
      paid += space.seconds(row);
      double value = space.value(row);
      bestValue = !Double.isNaN(value) && !(value >= bestValue) ? value : bestValue;
      seconds[count] = paid;
      best[count++] = bestValue;
    }
    return new ScoredTrace(Arrays.copyOf(seconds, count), Arrays.copyOf(best, count));
  }

  /** What a walk paid and found. */
  record ScoredTrace(double[] seconds, double[] best) {}
}

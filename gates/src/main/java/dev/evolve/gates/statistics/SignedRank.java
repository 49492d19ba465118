package dev.evolve.gates.statistics;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * The exact null distribution of Wilcoxon's signed-rank statistic W⁺ for {@code n} pairs without
 * ties: each subset of the ranks 1 to n is equally likely.
 *
 * <p>Source: F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1
 * (1945); the counting recursion as in M. Hollander, D. A. Wolfe and E. Chicken, "Nonparametric
 * statistical methods", 3rd edition, section 3.1. Probabilities are doubles; the recursion only
 * adds and halves, so their relative error stays below n machine epsilons.
 */
public final class SignedRank {

  /** More pairs than any campaign makes; the table would have 125,250 entries. */
  public static final int MAXIMUM_PAIRS = 500;

  private final double[] cumulative;

  /**
   * @param pairs number of pairs, from 1 to {@link #MAXIMUM_PAIRS}
   */
  public SignedRank(int pairs) {
    if (pairs < 1 || pairs > MAXIMUM_PAIRS) {
      throw new IllegalArgumentException("wanted 1 to " + MAXIMUM_PAIRS + " pairs, found " + pairs);
    }
    double[] probability = new double[pairs * (pairs + 1) / 2 + 1];
    probability[0] = 1;
    int reachable = 0;
    for (int rank = 1; rank <= pairs; rank++) {
      reachable += rank;
      for (int sum = reachable; sum >= 0; sum--) {
        double with = sum >= rank ? probability[sum - rank] : 0;
        probability[sum] = (probability[sum] + with) / 2;
      }
    }
    Arrays.parallelPrefix(probability, Double::sum);
    this.cumulative = probability;
  }

  /** P(W⁺ ≤ w) under the null hypothesis. */
  public double atMost(int w) {
    return w < 0 ? 0 : cumulative[Math.min(w, cumulative.length - 1)];
  }

  /** The largest w with P(W⁺ ≤ w) ≤ alpha; empty if there are too few pairs for that. */
  public OptionalInt critical(double alpha) {
    int w = -1;
    while (w + 1 < cumulative.length && cumulative[w + 1] <= alpha) {
      w++;
    }
    return w < 0 ? OptionalInt.empty() : OptionalInt.of(w);
  }

  /** The fewest pairs with which a one-sided statement at level alpha can be made at all. */
  public static int pairsNeeded(double alpha) {
    int pairs = 1;
    for (double smallest = 0.5; smallest > alpha; smallest /= 2) {
      pairs++;
    }
    return pairs;
  }
}

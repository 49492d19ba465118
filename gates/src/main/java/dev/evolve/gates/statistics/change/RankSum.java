package dev.evolve.gates.statistics.change;

import java.util.Arrays;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Null distribution of the Mann–Whitney statistic U of two samples without ties: every way to deal
 * the ranks out is equally likely.
 *
 * <p>Source: H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is
 * stochastically larger than the other", Annals of Mathematical Statistics 18 (1947), with their
 * recursion. Beyond {@link #EXACT} values a side the normal approximation takes over.
 */
final class RankSum {

  /** Largest sample for which the distribution is counted. */
  static final int EXACT = 30;

  private RankSum() {}

  /** The largest u with P(U ≤ u) ≤ alpha; −1 if even 0 is more likely than that. */
  static int critical(int n, int m, double alpha) {
    return Math.max(n, m) <= EXACT ? counted(n, m, alpha) : approximate(n, m, alpha);
  }

  private static int counted(int n, int m, double alpha) {
    double[] probability = probabilities(n, m);
    double sum = 0;
    int u = -1;
    while (u + 1 < probability.length && sum + probability[u + 1] <= alpha) {
      sum += probability[++u];
    }
    return u;
  }

  private static int approximate(int n, int m, double alpha) {
    double mean = n * (double) m / 2;
    double spread = Math.sqrt(n * (double) m * (n + m + 1.0) / 12);
    double quantile = new NormalDistribution(mean, spread).inverseCumulativeProbability(alpha);
    return (int) Math.max(-1, Math.floor(quantile - 0.5));
  }

  /** P(U = u) for each u: the largest of all values is of the first sample or of the second. */
  private static double[] probabilities(int n, int m) {
    double[][] row = new double[m + 1][];
    Arrays.setAll(row, j -> new double[] {1});
    for (int i = 1; i <= n; i++) {
      double[][] next = new double[m + 1][];
      next[0] = new double[] {1};
      for (int j = 1; j <= m; j++) {
        next[j] = mixed(row[j], next[j - 1], i, j);
      }
      row = next;
    }
    return row[m];
  }

  private static double[] mixed(double[] fewerFirst, double[] fewerSecond, int i, int j) {
    double[] mixed = new double[i * j + 1];
    double share = i / (double) (i + j);
    for (int u = 0; u < fewerFirst.length; u++) {
      mixed[u + j] += share * fewerFirst[u];
    }
    for (int u = 0; u < fewerSecond.length; u++) {
      mixed[u] += (1 - share) * fewerSecond[u];
    }
    return mixed;
  }
}

package dev.evolve.canary.judge;

import java.util.List;
import org.hipparchus.distribution.discrete.HypergeometricDistribution;

/**
 * The exact distribution of how many of some marked requests are the candidate's, if the marks know
 * nothing of the arms: a hypergeometric count for each stratum, and their sum.
 */
final class HypergeometricSum {

  /**
   * @param size requests in the stratum
   * @param candidates those that are the candidate's
   * @param marked those that are marked
   */
  record Part(int size, int candidates, int marked) {}

  private final double[] upper;
  private final double[] lower;

  HypergeometricSum(List<Part> parts) {
    double[] mass = {1};
    for (Part part : parts) {
      mass = convolve(mass, mass(part));
    }
    lower = new double[mass.length];
    upper = new double[mass.length];
    double sum = 0;
    for (int i = 0; i < mass.length; i++) {
      sum += mass[i];
      lower[i] = Math.min(1, sum);
    }
    sum = 0;
    for (int i = mass.length - 1; i >= 0; i--) {
      sum += mass[i];
      upper[i] = Math.min(1, sum);
    }
  }

  private static double[] mass(Part part) {
    double[] mass = new double[Math.min(part.marked(), part.candidates()) + 1];
    if (part.size() == 0) {
      return new double[] {1};
    }
    HypergeometricDistribution count =
        new HypergeometricDistribution(part.size(), part.candidates(), part.marked());
    for (int i = 0; i < mass.length; i++) {
      mass[i] = count.probability(i);
    }
    return mass;
  }

  private static double[] convolve(double[] left, double[] right) {
    double[] sum = new double[left.length + right.length - 1];
    for (int i = 0; i < left.length; i++) {
      for (int j = 0; j < right.length; j++) {
        sum[i + j] += left[i] * right[j];
      }
    }
    return sum;
  }

  /** Chance of a count as large. */
  double atLeast(int count) {
    return count <= 0 ? 1 : count >= upper.length ? 0 : upper[count];
  }

  /** Chance of a count as small. */
  double atMost(int count) {
    return count < 0 ? 0 : count >= lower.length ? 1 : lower[count];
  }
}

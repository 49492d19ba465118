package dev.evolve.gates.statistics;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Exact one-sided test of the centre of paired differences, and the bounds that come from turning
 * it round.
 *
 * <p>Under the null hypothesis that the differences are symmetric about a centre, each sign is as
 * likely as the other whatever the sizes are, so the distribution of any sum of signed weights that
 * depend on the sizes alone is known exactly: no normal distribution, no equal variances, and no
 * independence of the sizes is assumed. The weight of a difference is its distance from the centre,
 * cut off at {@value #CAP} times the median distance, so that one run that was disturbed weighs
 * little more than any other. Wilcoxon's signed-rank statistic is of the same kind, but gives the
 * most disturbed pair the largest weight of all; on recorded benchmarks that costs it power.
 *
 * <p>Sources: R. A. Fisher, "The design of experiments" (1935), section 21, for the test; J. S.
 * Maritz, "A note on exact robust confidence intervals for location", Biometrika 66 (1979), for
 * weights with a cut-off and for bounds; P. J. Huber, "Robust estimation of a location parameter",
 * Annals of Mathematical Statistics 35 (1964), for the cut-off.
 */
public final class SignFlip {

  /** More pairs than anyone makes; the table of the distribution would have 100,000 entries. */
  public static final int MAXIMUM_PAIRS = 1000;

  /** Largest weight, in median distances from the centre. */
  static final double CAP = 1.5;

  /** Weights are whole numbers, so that their sums have an exact distribution. */
  private static final int UNITS = 32;

  private static final int SCAN = 24;
  private static final int HALVINGS = 24;

  private SignFlip() {}

  /**
   * The probability, if the centre were {@code centre}, of differences that speak for a larger one
   * at least as much as these.
   *
   * @param differences differences of the logarithms of pairs, all finite, 1 to {@link
   *     #MAXIMUM_PAIRS} of them
   * @param centre the centre under the null hypothesis
   * @return a p-value that is at most {@code a} with a probability of at most {@code a} if the
   *     centre is {@code centre} or less; never below 2 to the power of minus the number of pairs
   */
  public static double above(double[] differences, double centre) {
    int[] weights = weights(checked(differences), centre);
    int total = 0;
    int observed = 0;
    for (int i = 0; i < weights.length; i++) {
      total += weights[i];
      observed += differences[i] > centre ? weights[i] : 0;
    }
    double[] chance = distribution(weights, total);
    double tail = 0;
    for (int sum = total; sum >= observed; sum--) {
      tail += chance[sum];
    }
    return Math.min(1, tail);
  }

  /** The same for a smaller centre. */
  public static double below(double[] differences, double centre) {
    return above(negated(differences), -centre);
  }

  /**
   * The smallest centre that the test does not reject in favour of a larger one: the true centre is
   * smaller with a probability of at most {@code level}.
   *
   * @param level of the one-sided statement, in (0, 0.5)
   * @return empty if there are too few pairs for a statement at that level
   */
  public static OptionalDouble lowerBound(double[] differences, double level) {
    checked(differences);
    if (!(level > 0 && level < 0.5)) {
      throw new IllegalArgumentException("wanted a level between 0 and 0.5, found " + level);
    }
    if (differences.length < pairsNeeded(level)) {
      return OptionalDouble.empty();
    }
    double low = Arrays.stream(differences).min().orElseThrow();
    double high = Arrays.stream(differences).max().orElseThrow();
    return OptionalDouble.of(outermostAccepted(differences, low, high, level));
  }

  /** The largest centre that the test does not reject in favour of a smaller one. */
  public static OptionalDouble upperBound(double[] differences, double level) {
    OptionalDouble bound = lowerBound(negated(differences), level);
    return bound.isPresent() ? OptionalDouble.of(-bound.getAsDouble()) : bound;
  }

  /** The fewest pairs with which a one-sided statement at a level can be made at all. */
  public static int pairsNeeded(double level) {
    int pairs = 1;
    for (double smallest = 0.5; smallest > level; smallest /= 2) {
      pairs++;
    }
    return pairs;
  }

  /** From below: the first of a row of centres that is accepted, then halving towards it. */
  private static double outermostAccepted(double[] values, double low, double high, double level) {
    double rejected = low - Math.ulp(low);
    double accepted = high;
    for (int step = 0; step <= SCAN; step++) {
      double centre = low + (high - low) * step / SCAN;
      if (above(values, centre) > level) {
        accepted = centre;
        break;
      }
      rejected = centre;
    }
    for (int i = 0; i < HALVINGS && accepted > rejected; i++) {
      double middle = (accepted + rejected) / 2;
      if (above(values, middle) > level) {
        accepted = middle;
      } else {
        rejected = middle;
      }
    }
    return rejected;
  }

  /** Depends on the distances from the centre only, never on the signs. */
  private static int[] weights(double[] differences, double centre) {
    double[] distances = new double[differences.length];
    for (int i = 0; i < distances.length; i++) {
      distances[i] = Math.abs(differences[i] - centre);
    }
    double scale = medianOfPositive(distances);
    int[] weights = new int[distances.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (int) Math.rint(UNITS * Math.min(CAP, distances[i] / scale));
    }
    return weights;
  }

  /** 1 if all are zero: the weights are then zero whatever the scale is. */
  private static double medianOfPositive(double[] distances) {
    double[] positive = Arrays.stream(distances).filter(d -> d > 0).sorted().toArray();
    int n = positive.length;
    return n == 0 ? 1 : positive[(n - 1) / 2] / 2 + positive[n / 2] / 2;
  }

  /** Of the sum of the weights whose sign is positive. */
  private static double[] distribution(int[] weights, int total) {
    double[] chance = new double[total + 1];
    chance[0] = 1;
    int reachable = 0;
    for (int weight : weights) {
      reachable += weight;
      for (int sum = reachable; sum >= weight; sum--) {
        chance[sum] = 0.5 * (chance[sum] + chance[sum - weight]);
      }
      for (int sum = 0; sum < weight; sum++) {
        chance[sum] *= 0.5;
      }
    }
    return chance;
  }

  private static double[] checked(double[] differences) {
    if (differences.length < 1 || differences.length > MAXIMUM_PAIRS) {
      throw new IllegalArgumentException(
          "wanted 1 to " + MAXIMUM_PAIRS + " pairs, found " + differences.length);
    }
    for (double difference : differences) {
      if (!Double.isFinite(difference)) {
        throw new IllegalArgumentException("wanted finite differences, found " + difference);
      }
    }
    return differences;
  }

  private static double[] negated(double[] values) {
    return Arrays.stream(values).map(value -> -value).toArray();
  }
}

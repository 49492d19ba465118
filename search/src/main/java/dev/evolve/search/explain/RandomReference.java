package dev.evolve.search.explain;

import java.util.Arrays;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.hipparchus.special.Gamma;

/**
 * What random search would have reached: the distribution of the best of n points drawn uniformly.
 * Exact by order statistics where every point's value is known (drawn without replacement: the best
 * of n is above the k-th smallest of N with probability C(N-k, n) / C(N, n)); otherwise from a
 * weighted sample (with replacement: (1 - F)<sup>n</sup>). Failed points count as drawn and give no
 * value.
 */
public final class RandomReference {

  private final double[] values;
  private final double[] upTo;
  private final int population;
  private final double secondsEach;
  private final String basis;

  private RandomReference(
      double[] values, double[] upTo, int population, double secondsEach, String basis) {
    this.values = values;
    this.upTo = upTo;
    this.population = population;
    this.secondsEach = secondsEach;
    this.basis = basis;
  }

  /**
   * Of a space whose every point is known, such as a measured one.
   *
   * @param outcomes value by point, NaN where it failed; at least one
   * @param seconds cost by point
   */
  public static RandomReference ofAllPoints(double[] outcomes, double[] seconds) {
    double[] values = Arrays.stream(outcomes).filter(value -> !Double.isNaN(value)).toArray();
    Arrays.sort(values);
    double[] upTo = new double[values.length];
    Arrays.setAll(upTo, i -> (i + 1) / (double) outcomes.length);
    return new RandomReference(
        values,
        upTo,
        outcomes.length,
        Numbers.mean(seconds),
        "all " + outcomes.length + " points of the space");
  }

  /**
   * Of a weighted sample.
   *
   * @param outcomes value by draw, NaN where it failed; at least one
   * @param weights not negative, at least one positive
   * @param secondsEach what a random point costs on average
   * @param basis where the sample is from, for people
   */
  static RandomReference ofSample(
      double[] outcomes, double[] weights, double secondsEach, String basis) {
    double total = Arrays.stream(weights).sum();
    int[] order =
        IntStream.range(0, outcomes.length)
            .filter(i -> !Double.isNaN(outcomes[i]) && weights[i] > 0)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> outcomes[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] values = new double[order.length];
    double[] upTo = new double[order.length];
    double sum = 0;
    for (int i = 0; i < order.length; i++) {
      values[i] = outcomes[order[i]];
      sum += weights[order[i]];
      upTo[i] = Math.min(1, sum / total);
    }
    return new RandomReference(values, upTo, 0, secondsEach, basis);
  }

  /** Where it comes from, for people. */
  public String basis() {
    return basis;
  }

  /** What a random point costs on average, seconds; 0 if costs were not told. */
  public double secondsEach() {
    return secondsEach;
  }

  /** How many random points some seconds pay for; {@code otherwise} if costs were not told. */
  double pointsFor(double seconds, double otherwise) {
    return secondsEach > 0 ? seconds / secondsEach : otherwise;
  }

  /**
   * The value that the best of {@code points} random points is at or below with a probability.
   *
   * @param points how many are drawn; a fraction is cut off where points are drawn without
   *     replacement
   * @return empty if nothing that runs is found with that probability
   */
  public OptionalDouble quantile(double probability, double points) {
    int low = 0;
    int high = values.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (chance(middle, points) >= probability) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < values.length ? OptionalDouble.of(values[low]) : OptionalDouble.empty();
  }

  /** The probability that the best of {@code points} random points is at or below a value. */
  public double chanceOf(double value, double points) {
    int last = -1;
    while (last + 1 < values.length && values[last + 1] <= value) {
      last++;
    }
    return last < 0 ? 0 : chance(last, points);
  }

  /** That at least one of the points is among the values up to an index. */
  private double chance(int index, double points) {
    if (population == 0) {
      return -Math.expm1(points * Math.log1p(-upTo[index]));
    }
    double drawn = Math.floor(Math.min(points, population));
    double worse = population - (index + 1.0);
    return drawn > worse ? 1 : -Math.expm1(logChoose(worse, drawn) - logChoose(population, drawn));
  }

  private static double logChoose(double from, double count) {
    return Gamma.logGamma(from + 1) - Gamma.logGamma(count + 1) - Gamma.logGamma(from - count + 1);
  }
}

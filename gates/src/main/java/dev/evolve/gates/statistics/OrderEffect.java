package dev.evolve.gates.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hipparchus.stat.inference.MannWhitneyUTest;

/**
 * What running second does to a process. With both orders equally often it cancels out of the
 * estimate; it still widens the spread, and tells that runs disturb each other.
 *
 * <p>Source: J. E. Grizzle, "The two-period change-over design", Biometrics 21 (1965), with ranks
 * (G. G. Koch, Biometrics 28, 1972).
 *
 * @param ratio what the second run of a pair takes over the first, estimated
 * @param pValue two-sided p-value of no such effect; 1 if one order does not occur
 */
public record OrderEffect(double ratio, double pValue) {

  private static final int EXACT = 25;

  /**
   * Estimates it.
   *
   * @param logRatios logarithms of candidate over baseline, pair by pair
   * @param candidateFirst whether the candidate ran first in that pair
   */
  public static OrderEffect of(double[] logRatios, boolean[] candidateFirst) {
    double[] first = pick(logRatios, candidateFirst, true);
    double[] second = pick(logRatios, candidateFirst, false);
    if (first.length == 0 || second.length == 0) {
      return new OrderEffect(1, 1);
    }
    double difference = (Spread.median(second) - Spread.median(first)) / 2;
    return new OrderEffect(Math.exp(difference), pValue(first, second));
  }

  private static double pValue(double[] first, double[] second) {
    long distinct =
        Arrays.stream(new double[][] {first, second})
            .flatMapToDouble(Arrays::stream)
            .distinct()
            .count();
    int all = first.length + second.length;
    return distinct == 1
        ? 1
        : new MannWhitneyUTest()
            .mannWhitneyUTest(first, second, distinct == all && all <= 2 * EXACT);
  }

  private static double[] pick(double[] values, boolean[] flags, boolean wanted) {
    return IntStream.range(0, values.length)
        .filter(i -> flags[i] == wanted)
        .mapToDouble(i -> values[i])
        .toArray();
  }
}

package dev.evolve.gates.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Control of the chance of a single false alarm in a family of tests, whatever their dependence.
 *
 * <p>Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
 * Journal of Statistics 6 (1979).
 */
public final class Holm {

  private Holm() {}

  /**
   * Adjusted p-values: those at most {@code a} are rejected together with a chance of at most
   * {@code a} that any of them should not be.
   *
   * @param pValues one for each test of the family, in [0, 1]
   * @return in the same order
   */
  public static double[] adjusted(double[] pValues) {
    int[] order =
        IntStream.range(0, pValues.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> pValues[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[pValues.length];
    double largest = 0;
    for (int rank = 0; rank < order.length; rank++) {
      double p = pValues[order[rank]];
      if (!(p >= 0 && p <= 1)) {
        throw new IllegalArgumentException("wanted p-values, found " + Arrays.toString(pValues));
      }
      largest = Math.max(largest, Math.min(1, p * (order.length - rank)));
      adjusted[order[rank]] = largest;
    }
    return adjusted;
  }
}

package dev.evolve.gates.statistics;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Where the warm-up of a process ends: the iteration from which on its times are steady.
 *
 * <p>Of all places to cut, the one is taken after which the mean is known best: the marginal
 * standard error of the remaining batches is smallest. A series whose best cut leaves less than
 * half of it never became steady as far as can be told. Batches are medians of five, so that a
 * single pause does not look like a phase.
 *
 * <p>Source: K. P. White, "An effective truncation heuristic for bias reduction in simulation
 * output", Simulation 69 (1997), there with batch means (MSER-5); why it must be found for each
 * process: L. Traini et al., "Towards effective assessment of steady state performance in Java
 * software", Empirical Software Engineering 28 (2023).
 */
public final class SteadyState {

  private static final int BATCH = 5;
  private static final int FEWEST = 20;
  private static final double LEVEL = 0.01;

  private SteadyState() {}

  /**
   * The first steady iteration.
   *
   * @param iterations times of the iterations of one process in their order, all finite
   * @return 0 if it is steady from the start or has fewer than 20 iterations, which are too few to
   *     tell; empty if it never becomes steady
   */
  public static OptionalInt start(double[] iterations) {
    if (iterations.length < FEWEST) {
      return OptionalInt.of(0);
    }
    double[] batches = new double[iterations.length / BATCH];
    for (int i = 0; i < batches.length; i++) {
      batches[i] = Spread.median(Arrays.copyOfRange(iterations, i * BATCH, (i + 1) * BATCH));
    }
    int half = batches.length / 2;
    int cut = bestCut(batches);
    if (cut > half && isMoving(Arrays.copyOfRange(batches, half, batches.length))) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(Math.min(cut, half) * BATCH);
  }

  /** The steady part of a process; all of it if it never becomes steady. */
  public static double[] steadyPart(double[] iterations) {
    return Arrays.copyOfRange(iterations, start(iterations).orElse(0), iterations.length);
  }

  /** Whether the later half of it is at another level, by more than anybody cares. */
  private static boolean isMoving(double[] batches) {
    int half = batches.length / 2;
    double earlier = Spread.median(Arrays.copyOf(batches, half));
    double later = Spread.median(Arrays.copyOfRange(batches, half, batches.length));
    return Math.abs(later - earlier) > LEVEL * Math.abs(later);
  }

  private static int bestCut(double[] batches) {
    int best = 0;
    double smallest = Double.POSITIVE_INFINITY;
    double sum = 0;
    double squares = 0;
    double shift = batches[batches.length - 1];
    for (int cut = batches.length - 1; cut >= 0; cut--) {
      double value = batches[cut] - shift;
      sum += value;
      squares += value * value;
      int left = batches.length - cut;
      double error = (squares - sum * sum / left) / left / left;
      if (left >= BATCH && error <= smallest) {
        smallest = error;
        best = cut;
      }
    }
    return best;
  }
}

package dev.evolve.search.replay;

import java.util.Arrays;
import java.util.List;

/**
 * Scores runs on a measured space: 0 is random search, 1 is the optimum at once, negative is worse
 * than random.
 *
 * <p>The method is that of Willemsen et al., "A methodology for comparing optimization algorithms
 * for auto-tuning", FGCS 2024, doi 10.1016/j.future.2024.05.021: at 1,000 equally spaced times
 * between those at which random search is expected to have come 1 % and 95 % of the way from the
 * median to the optimum, the mean rank of the runs' best values is compared with the expected best
 * of random search. Times are milliseconds, costs and budgets seconds. Immutable.
 */
public final class Scorer {

  /** How many times the window has. */
  public static final int GRID = 1000;

  private static final double START = 0.01;
  private static final double END = 0.95;
  private static final double SLACK = 1.1;

  private final double[] ascending;
  private final double[] grid;
  private final double[] baseline;
  private final double target;
  private final double budgetSeconds;
  private final double windowStart;
  private final double windowEnd;
  private final int evaluationsToTarget;

  /**
   * A scorer of a space.
   *
   * @throws IllegalArgumentException if fewer than two points of the space ran
   */
  public Scorer(MeasuredSpace space) {
    int[] all = java.util.stream.IntStream.range(0, space.size()).toArray();
    double[] times = Arrays.stream(all).mapToDouble(space::value).toArray();
    double[] costs = Arrays.stream(all).mapToDouble(space::seconds).toArray();
    this.ascending = Arrays.stream(times).filter(time -> !Double.isNaN(time)).sorted().toArray();
    if (ascending.length < 2) {
      throw new IllegalArgumentException(
          space.name()
              + ": wanted at least two measured configurations to score against, found "
              + ascending.length);
    }
    this.target = target(END);
    double medianCost = median(costs.clone());
    int start = evaluations(START);
    int end = evaluations(END);
    if (end - start < 2) {
      end += start == 0 ? 2 : 1;
      start = Math.max(start - (start == 0 ? 0 : 1), 0);
    }
    this.evaluationsToTarget = end;
    this.windowStart = start * medianCost;
    this.windowEnd = end * medianCost;
    this.budgetSeconds = SLACK * windowEnd;
    this.grid = grid(windowStart, windowEnd);
    this.baseline = randomCurve(meanCost(times, costs));
  }

  private double target(double share) {
    return ascending[0] + (median(ascending.clone()) - ascending[0]) * (1 - share);
  }

  private int evaluations(double share) {
    double wanted = target(share);
    int count = ascending.length;
    int better = 0;
    while (better < count && ascending[better] <= wanted) {
      better++;
    }
    int index = better == 0 ? 0 : count - better;
    if (index > 0 && descending(index) == ascending[0]) {
      index--;
    }
    return (int) Math.ceil(index / (double) (count + 1 - index));
  }

  private double descending(int index) {
    return ascending[ascending.length - 1 - index];
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int half = values.length / 2;
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  }

  private static double[] grid(double start, double end) {
    double step = (end - start) / (GRID - 1);
    double[] grid = new double[GRID];
    for (int i = 0; i < GRID; i++) {
      grid[i] = start + i * step;
    }
    grid[GRID - 1] = end;
    return grid;
  }

  private static double meanCost(double[] times, double[] costs) {
    double good = 0;
    double bad = 0;
    int failed = 0;
    for (int i = 0; i < times.length; i++) {
      boolean hasFailed = Double.isNaN(times[i]);
      failed += hasFailed ? 1 : 0;
      good += hasFailed ? 0 : costs[i];
      bad += hasFailed ? costs[i] : 0;
    }
    double share = failed / (double) times.length;
    return good / (times.length - failed) + (failed == 0 ? 0 : share * bad / failed);
  }

  private double[] randomCurve(double meanCost) {
    int count = ascending.length;
    double[] curve = new double[GRID];
    for (int i = 0; i < GRID; i++) {
      double draws = Math.max(Math.rint(grid[i] / meanCost), 1);
      double index = Math.min(Math.rint(draws * (count + 1) / (draws + 1)), count - 1);
      curve[i] = descending((int) index);
    }
    return curve;
  }

  /** Seconds a run may use: 1.1 times what random search needs to come 95 % of the way. */
  public double budgetSeconds() {
    return budgetSeconds;
  }

  /** Evaluations that random search needs to come 95 % of the way. */
  public int evaluationsToTarget() {
    return evaluationsToTarget;
  }

  /** First second of the window. */
  public double windowStart() {
    return windowStart;
  }

  /** Last second of the window. */
  public double windowEnd() {
    return windowEnd;
  }

  /** The time that is 95 % of the way from the median to the optimum, ms. */
  public double target() {
    return target;
  }

  /** The best time there is, ms. */
  public double optimum() {
    return ascending[0];
  }

  /**
   * The rank of the best value of a run at every time of the window, 0 for the optimum.
   *
   * @param seconds paid after each evaluation, ascending
   * @param best the best value so far after each evaluation, ms; NaN before the first that ran
   */
  public int[] ranks(double[] seconds, double[] best) {
    int[] ranks = new int[GRID];
    int at = 0;
    while (at < best.length && Double.isNaN(best[at])) {
      at++;
    }
    if (at == best.length) {
      Arrays.fill(ranks, ascending.length - 1);
      return ranks;
    }
    int rank = rank(best[at]);
    for (int i = 0; i < GRID; i++) {
      int before = at;
      while (at + 1 < best.length && seconds[at + 1] <= grid[i]) {
        at++;
      }
      rank = at == before ? rank : rank(best[at]);
      ranks[i] = rank;
    }
    return ranks;
  }

  private int rank(double value) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The times of the window, seconds, ascending. */
  public double[] times() {
    return grid.clone();
  }

  /** The best value that random search is expected to have at every time of the window, ms. */
  public double[] randomSearch() {
    return baseline.clone();
  }

  /**
   * The best value so far at every time of the window of several runs together, ms: the value of
   * their mean rank.
   *
   * @param ranks of every run, from {@link #ranks}
   */
  public double[] bestSoFar(List<int[]> ranks) {
    long[] sums = new long[GRID];
    for (int[] run : ranks) {
      for (int i = 0; i < GRID; i++) {
        sums[i] += run[i];
      }
    }
    double[] values = new double[GRID];
    for (int i = 0; i < GRID; i++) {
      int rank = (int) Math.rint(sums[i] / (double) ranks.size());
      values[i] = ascending[Math.clamp(rank, 0, ascending.length - 1)];
    }
    return values;
  }

  /**
   * The score at every time of the window of several runs together.
   *
   * @param ranks of every run, from {@link #ranks}
   */
  public double[] performance(List<int[]> ranks) {
    double[] performance = bestSoFar(ranks);
    for (int i = 0; i < GRID; i++) {
      performance[i] = (performance[i] - baseline[i]) / (ascending[0] - baseline[i]);
    }
    return performance;
  }

  /** The score of several runs together: the mean of {@link #performance}. */
  public double score(List<int[]> ranks) {
    return Arrays.stream(performance(ranks)).average().orElseThrow();
  }
}

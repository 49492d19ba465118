package dev.evolve.search.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * The runs of one strategy on several spaces, and what they come to. Spaces weigh the same; an
 * interval is that of a bootstrap over the runs within each space.
 *
 * @param rows a row for each space
 */
public record ReplayTable(List<Row> rows) {

  private static final int RESAMPLES = 1000;
  private static final double TAIL = 0.025;

  public ReplayTable {
    rows = List.copyOf(rows);
  }

  /**
   * The runs on a space.
   *
   * @param space its name
   * @param scorer of the space
   * @param runs at least one
   */
  public record Row(String space, Scorer scorer, List<ScoredRun> runs) {
    public Row {
      runs = List.copyOf(runs);
      if (runs.isEmpty()) {
        throw new IllegalArgumentException(space + " has no runs");
      }
    }

    /** The score of all runs together. */
    public double score() {
      return scorer.score(runs.stream().map(ScoredRun::ranks).toList());
    }

    private double resampled(RandomGenerator random) {
      List<int[]> drawn = new ArrayList<>();
      for (int i = 0; i < runs.size(); i++) {
        drawn.add(runs.get(random.nextInt(runs.size())).ranks());
      }
      return scorer.score(drawn);
    }

    /** The share of runs that came 95 % of the way within the budget. */
    public double reached() {
      return share(run -> run.hasReached() ? 1 : 0);
    }

    /** The share of runs that found the optimum within the budget. */
    public double found() {
      return share(run -> run.hasFound() ? 1 : 0);
    }

    /** The median of the evaluations to within 2 % of the optimum; infinite if half never came. */
    public double evaluationsToNear() {
      return median(ScoredRun::evaluationsToNear);
    }

    /** The median of the last value over the optimum. */
    public double finalRatio() {
      return median(ScoredRun::finalRatio);
    }

    /** The search's own time per evaluation, nanoseconds. */
    public double ownNanos() {
      return share(ScoredRun::ownNanos);
    }

    /** The mean of the evaluations. */
    public double evaluations() {
      return share(ScoredRun::evaluations);
    }

    private double share(ToDoubleFunction<ScoredRun> value) {
      return runs.stream().mapToDouble(value).average().orElseThrow();
    }

    private double median(ToDoubleFunction<ScoredRun> value) {
      double[] sorted = runs.stream().mapToDouble(value).sorted().toArray();
      int half = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
  }

  /** A figure with its 95 % interval. */
  public record Estimate(double value, double low, double high) {}

  /** The mean score over the spaces. */
  public Estimate score(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] means = new double[RESAMPLES];
    for (Row row : rows) {
      for (int i = 0; i < RESAMPLES; i++) {
        means[i] += row.resampled(random) / rows.size();
      }
    }
    return estimate(mean(Row::score), means);
  }

  /** The mean over the spaces of the share of runs that came 95 % of the way. */
  public Estimate reached(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] means = new double[RESAMPLES];
    for (Row row : rows) {
      int size = row.runs().size();
      for (int i = 0; i < RESAMPLES; i++) {
        int reached = 0;
        for (int j = 0; j < size; j++) {
          reached += row.runs().get(random.nextInt(size)).hasReached() ? 1 : 0;
        }
        means[i] += reached / (double) size / rows.size();
      }
    }
    return estimate(mean(Row::reached), means);
  }

  private static Estimate estimate(double value, double[] resampled) {
    Arrays.sort(resampled);
    int low = (int) Math.floor(TAIL * resampled.length);
    return new Estimate(value, resampled[low], resampled[resampled.length - 1 - low]);
  }

  /** The row of the worst score. */
  public Row worst() {
    return rows.stream().min(java.util.Comparator.comparingDouble(Row::score)).orElseThrow();
  }

  /** The mean over the spaces of something of a row. */
  public double mean(ToDoubleFunction<Row> value) {
    return rows.stream().mapToDouble(value).average().orElseThrow();
  }
}

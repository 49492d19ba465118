package dev.evolve.gates.statistics.change;

import dev.evolve.gates.statistics.Spread;
import java.util.Arrays;
import java.util.List;

/**
 * A before/after rule for a live metric of which no baseline runs beside: the values of the last
 * minutes before a release against those since.
 *
 * <p>The level before is a median; its spread is the larger of the spread from value to value and
 * that of the medians of stretches as long as the run, since a live metric wanders. The release is
 * worse if {@code needed} of the newest {@code run} values lie beyond the level by the metric's
 * floor and by {@code deviations} spreads, and so does the median of that run.
 *
 * <p><strong>Weaker than a comparison side by side:</strong> whatever else changed with the release
 * (load, time of day, a neighbour, a cache that is cold) looks the same to this rule, and no error
 * rate can be promised. It is there for metrics that cannot be had twice; use it to look, or to go
 * back early, and never to accept.
 *
 * @param floor smallest relative change of this metric that matters, such as 0.1
 * @param deviations spreads beyond which a value is unusual
 * @param run newest values that are looked at
 * @param needed how many of them must be unusual
 */
public record ProductionWatch(double floor, double deviations, int run, int needed) {

  /** Fewest values before the release, in runs. */
  private static final int RUNS_BEFORE = 6;

  public ProductionWatch {
    boolean isRun = run >= 3 && needed > run / 2 && needed <= run;
    if (!(floor > 0) || !(deviations > 0) || !isRun) {
      throw new IllegalArgumentException(
          "wanted a positive floor and spread, a run from 3 up and more than half of it needed,"
              + " found "
              + List.of(floor, deviations, run, needed));
    }
  }

  /** Four of five values beyond four spreads and the metric's floor. */
  public static ProductionWatch withFloor(double floor) {
    return new ProductionWatch(floor, 4, 5, 4);
  }

  /** What the values since the release say. */
  public enum Look {
    /** Too few values on a side to say anything. */
    UNKNOWN,
    CALM,
    WORSE,
    BETTER
  }

  /**
   * An answer with its figures.
   *
   * @param look what is to be seen
   * @param level median before the release
   * @param limit distance from the level that a value must exceed, relative
   * @param relative median of the newest run over the level, less one; 0 where unknown
   */
  public record Watch(Look look, double level, double limit, double relative) {}

  /** Fewest values before the release. */
  public int needsBefore() {
    return RUNS_BEFORE * run;
  }

  /**
   * Looks at a metric of which larger is worse.
   *
   * @param before values before the release, evenly spaced, oldest first, finite and positive
   * @param since values since the release, so far, in the same spacing
   */
  public Watch look(double[] before, double[] since) {
    double[] calm = Robust.logs(before);
    double[] newest =
        Robust.logs(Arrays.copyOfRange(since, Math.max(0, since.length - run), since.length));
    if (calm.length < needsBefore() || newest.length < run) {
      return new Watch(Look.UNKNOWN, calm.length == 0 ? 0 : Math.exp(Spread.median(calm)), 0, 0);
    }
    double level = Spread.median(calm);
    double limit = Math.max(Math.log1p(floor), deviations * spread(calm));
    double median = Spread.median(newest);
    return new Watch(
        look(newest, median, level, limit),
        Math.exp(level),
        Math.expm1(limit),
        Math.expm1(median - level));
  }

  private Look look(double[] newest, double median, double level, double limit) {
    long above = Arrays.stream(newest).filter(value -> value - level > limit).count();
    long below = Arrays.stream(newest).filter(value -> level - value > limit).count();
    if (above >= needed && median - level > limit) {
      return Look.WORSE;
    }
    return below >= needed && level - median > limit ? Look.BETTER : Look.CALM;
  }

  private double spread(double[] calm) {
    double[] medians = new double[calm.length / run];
    Arrays.setAll(medians, i -> Spread.median(Arrays.copyOfRange(calm, i * run, (i + 1) * run)));
    return Math.max(Robust.deviation(calm), Robust.deviation(medians));
  }
}

package dev.evolve.gates.statistics.change;

import dev.evolve.gates.statistics.Spread;
import dev.evolve.gates.statistics.change.SeededIntervals.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Finds the change points of a history afterwards, without knowing how many there are.
 *
 * <p>On a logarithmic scale, every interval of a fixed set is asked for its strongest division.
 * What counts as strong is not taken from a table: the deviations of the series from its running
 * median are shuffled {@value #SHUFFLES} times, and a division must be stronger than the strongest
 * of all but a share {@code alpha} of the shuffled series. Of the intervals that pass, the
 * narrowest names a point, those that it divides are dropped, and so on. Then each point moves to
 * where the levels on its two sides fit best, and points fall away, smallest first, whose change is
 * below the floor or whose bounds hold one.
 *
 * <p>Error: if the noise comes in no order, at most a share {@code alpha} of unchanging series gets
 * any point, whatever the distribution; clipped deviations and the minimum segment keep spikes out.
 * An environment that does change (a new machine, a noisy week) is a change of the history too:
 * only fresh runs can tell it from a change of the program.
 *
 * <p>Source: narrowest-over-threshold selection, R. Baranowski, Y. Chen and P. Fryzlewicz, Journal
 * of the Royal Statistical Society B 81 (2019).
 *
 * @param floor smallest relative change that matters, such as 0.02
 * @param alpha share of unchanging series that may get a point, in [0.01, 0.5)
 * @param minimumSegment values that a level has at least
 */
public record ChangePoints(double floor, double alpha, int minimumSegment) {

  /** What the project uses: 2 %, 1 %, and five values. */
  public static final ChangePoints DEFAULT = new ChangePoints(0.02, 0.01, 5);

  /** Most values of a series. */
  public static final int LONGEST = 20_000;

  private static final int SHUFFLES = 499;
  private static final long SEED = 20261130;
  private static final double LEAST_DEVIATION = 0.25;
  private static final int RUNNING = 12;
  private static final int NEAR = 60;
  private static final int REFINEMENTS = 2;
  private static final double BOUND = 0.005;

  public ChangePoints {
    if (!(floor > 0 && floor < 1 && alpha >= 0.01 && alpha < 0.5) || minimumSegment < 3) {
      throw new IllegalArgumentException(
          "wanted a floor in (0, 1), a share in [0.01, 0.5) and a minimum segment from 3 up, found "
              + List.of(floor, alpha, minimumSegment));
    }
  }

  /** Fewest values of a series that can be judged. */
  public int shortest() {
    return 2 * minimumSegment;
  }

  /** The levels of a series of finite positive values, oldest first. */
  public Segmentation of(double[] values) {
    if (values.length < shortest() || values.length > LONGEST) {
      throw new IllegalArgumentException(
          "wanted " + shortest() + " to " + LONGEST + " values, found " + values.length);
    }
    double[] logs = Robust.logs(values);
    double deviation = Math.max(LEAST_DEVIATION * Math.log1p(floor), Robust.stepDeviation(logs));
    List<Integer> points = found(logs, deviation);
    for (int i = 0; i < REFINEMENTS; i++) {
      points = refined(points, logs);
    }
    return segmentation(logs, weeded(points, logs));
  }

  private List<Integer> found(double[] logs, double deviation) {
    List<Interval> intervals = SeededIntervals.of(logs.length, shortest());
    double threshold = threshold(logs, deviation, intervals);
    List<Strong> strong =
        new ArrayList<>(
            intervals.stream()
                .map(in -> new Strong(in, strongest(logs, in, deviation)))
                .filter(candidate -> candidate.contrast().strength() > threshold)
                .sorted(Strong.NARROWEST)
                .toList());
    List<Integer> points = new ArrayList<>();
    while (!strong.isEmpty()) {
      int point = strong.getFirst().contrast().index();
      points.add(point);
      strong.removeIf(candidate -> candidate.interval().isDividedBy(point));
    }
    points.sort(Comparator.naturalOrder());
    return points;
  }

  private ClippedContrast strongest(double[] logs, Interval in, double deviation) {
    return ClippedContrast.strongest(logs, in, deviation, minimumSegment);
  }

  private double threshold(double[] logs, double deviation, List<Interval> intervals) {
    double[] residuals = residuals(logs);
    SplittableRandom random = new SplittableRandom(SEED);
    double[] strongest = new double[SHUFFLES];
    for (int i = 0; i < SHUFFLES; i++) {
      shuffle(residuals, random);
      double[] sums = ClippedContrast.clippedSums(residuals, 0, deviation);
      for (Interval in : intervals) {
        double strength = ClippedContrast.strongest(sums, in, minimumSegment).strength();
        strongest[i] = Math.max(strongest[i], strength);
      }
    }
    Arrays.sort(strongest);
    int mayExceed = (int) Math.floor(alpha * (SHUFFLES + 1)) - 1;
    return strongest[SHUFFLES - 1 - mayExceed];
  }

  private static double[] residuals(double[] logs) {
    double[] residuals = new double[logs.length];
    for (int i = 0; i < logs.length; i++) {
      int from = Math.max(0, i - RUNNING);
      int to = Math.min(logs.length, i + RUNNING + 1);
      residuals[i] = logs[i] - Spread.median(Arrays.copyOfRange(logs, from, to));
    }
    return residuals;
  }

  private static void shuffle(double[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      double value = values[i];
      values[i] = values[other];
      values[other] = value;
    }
  }

  private List<Integer> refined(List<Integer> points, double[] logs) {
    List<Integer> refined = new ArrayList<>(points);
    for (int i = 0; i < refined.size(); i++) {
      Interval between = new Interval(start(refined, i), end(refined, i, logs.length));
      if (between.length() >= shortest()) {
        refined.set(i, best(logs, between, refined.get(i)));
      }
    }
    return refined;
  }

  /** Where the two levels around a point fit best, by the sum of absolute distances. */
  private int best(double[] logs, Interval between, int at) {
    double left = Spread.median(Arrays.copyOfRange(logs, between.start(), at));
    double right = Spread.median(Arrays.copyOfRange(logs, at, between.end()));
    double loss = 0;
    double least = Double.POSITIVE_INFINITY;
    int best = at;
    for (int i = between.start(); i <= between.end() - minimumSegment; i++) {
      if (i >= between.start() + minimumSegment && loss < least) {
        least = loss;
        best = i;
      }
      loss += Math.abs(logs[i] - left) - Math.abs(logs[i] - right);
    }
    return best;
  }

  private static int start(List<Integer> points, int index) {
    return index == 0 ? 0 : points.get(index - 1);
  }

  private static int end(List<Integer> points, int index, int size) {
    return index + 1 == points.size() ? size : points.get(index + 1);
  }

  private List<Integer> weeded(List<Integer> points, double[] logs) {
    List<Integer> left = new ArrayList<>(points);
    while (!left.isEmpty()) {
      double[] sizes =
          IntStream.range(0, left.size())
              .mapToDouble(i -> sureSize(shift(left, i, logs)))
              .toArray();
      int smallest =
          IntStream.range(0, sizes.length)
              .reduce((best, i) -> sizes[i] < sizes[best] ? i : best)
              .orElseThrow();
      if (sizes[smallest] >= Math.log1p(floor)) {
        break;
      }
      left.remove(smallest);
    }
    return left;
  }

  /** Size of a shift on the logarithmic scale; 0 where its bounds hold one. */
  private static double sureSize(Shift shift) {
    boolean isSure = shift.low() > 1 || shift.high() < 1;
    return isSure ? Math.abs(Math.log(shift.ratio())) : 0;
  }

  private static Shift shift(List<Integer> points, int index, double[] logs) {
    int at = points.get(index);
    int from = Math.max(start(points, index), at - NEAR);
    int to = Math.min(end(points, index, logs.length), at + NEAR);
    return Shift.ofLogs(
        Arrays.copyOfRange(logs, from, at), Arrays.copyOfRange(logs, at, to), BOUND);
  }

  private static Segmentation segmentation(double[] logs, List<Integer> points) {
    List<Segment> segments = new ArrayList<>();
    List<ChangePoint> changes = new ArrayList<>();
    for (int i = 0; i <= points.size(); i++) {
      int from = i == 0 ? 0 : points.get(i - 1);
      int to = i == points.size() ? logs.length : points.get(i);
      double level = Math.exp(Spread.median(Arrays.copyOfRange(logs, from, to)));
      segments.add(new Segment(from, to, level));
      if (i < points.size()) {
        changes.add(new ChangePoint(points.get(i), shift(points, i, logs)));
      }
    }
    return new Segmentation(segments, changes);
  }

  /** An interval that is strong enough. */
  private record Strong(Interval interval, ClippedContrast contrast) {

    static final Comparator<Strong> NARROWEST =
        Comparator.<Strong>comparingInt(strong -> strong.interval().length())
            .thenComparing(strong -> -strong.contrast().strength());
  }
}

package dev.evolve.gates.compatible;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Alerts as Mozilla's Perfherder raises them: a t-like ratio between the linearly weighted means of
 * the pushes before and after each push, where it is above a limit and a local maximum.
 *
 * <p>Source: mozilla/treeherder, {@code treeherder/perfalert} (functions {@code analyze}, {@code
 * calc_t} and {@code detect_changes}) with the defaults of its signatures; held to the seven series
 * of its tests. It needs as many pushes after a change as it looks at, so an alert is that late.
 *
 * @param minimumBack pushes before a change that must be there, at least 1
 * @param maximumBack pushes before a change that are looked at in a calm stretch
 * @param fore pushes after a change that are looked at and must be there
 * @param threshold the ratio that must be exceeded
 * @param minimumPercent smallest change, in percent
 */
public record PerfherderAlerts(
    int minimumBack, int maximumBack, int fore, double threshold, double minimumPercent) {

  /** As Perfherder uses it where a signature says nothing. */
  public static final PerfherderAlerts DEFAULT = new PerfherderAlerts(12, 24, 12, 7, 2);

  public PerfherderAlerts {
    if (minimumBack < 1 || maximumBack < minimumBack || fore < 1) {
      throw new IllegalArgumentException(
          "wanted 1 <= minimum back <= maximum back and 1 <= fore, found "
              + List.of(minimumBack, maximumBack, fore));
    }
  }

  /** The alerts of a series of finite values, oldest first. */
  public List<CompatibleChange> of(double[] series) {
    List<Push> pushes = pushes(series);
    return IntStream.range(1, pushes.size())
        .filter(i -> isAlert(pushes, i))
        .mapToObj(i -> new CompatibleChange(i, pushes.get(i).relative()))
        .toList();
  }

  private List<Push> pushes(double[] series) {
    List<Push> pushes = new ArrayList<>();
    pushes.add(new Push(0, 0, 0, 0));
    int calm = 0;
    for (int i = 1; i < series.length; i++) {
      int back = Math.clamp(calm, minimumBack, maximumBack);
      Push push = Push.of(newestFirst(series, Math.max(0, i - back), i), ahead(series, i));
      pushes.add(push);
      calm = push.ratio() > threshold ? 0 : calm + 1;
    }
    return pushes;
  }

  private static double[] newestFirst(double[] series, int from, int to) {
    return IntStream.range(0, to - from).mapToDouble(i -> series[to - 1 - i]).toArray();
  }

  private double[] ahead(double[] series, int from) {
    return Arrays.copyOfRange(series, from, Math.min(from + fore, series.length));
  }

  private boolean isAlert(List<Push> pushes, int index) {
    Push push = pushes.get(index);
    boolean isHighest =
        pushes.get(index - 1).ratio() <= push.ratio()
            && (index + 1 == pushes.size() || pushes.get(index + 1).ratio() <= push.ratio());
    return push.back() >= minimumBack
        && push.fore() >= fore
        && push.ratio() > threshold
        && isHighest
        && Math.abs(push.relative()) * 100 >= minimumPercent;
  }

  /** What is known of a push: how many pushes around it, the ratio, and the relative change. */
  private record Push(int back, int fore, double ratio, double relative) {

    static Push of(double[] before, double[] after) {
      double ratio = Weighted.of(before).ratio(Weighted.of(after));
      return new Push(before.length, after.length, ratio, mean(after) / mean(before) - 1);
    }

    private static double mean(double[] values) {
      return Arrays.stream(values).average().orElse(Double.NaN);
    }
  }

  /** Mean with weights that fall linearly with the distance, and the spread around it. */
  private record Weighted(double mean, double variance, int size) {

    static Weighted of(double[] nearestFirst) {
      int n = nearestFirst.length;
      double sum = 0;
      double weights = 0;
      for (int i = 0; i < n; i++) {
        double weight = (n - i) / (double) n;
        sum += weight * nearestFirst[i];
        weights += weight;
      }
      double mean = sum / weights;
      double squares = Arrays.stream(nearestFirst).map(v -> (v - mean) * (v - mean)).sum();
      return new Weighted(mean, n > 1 ? squares / (n - 1) : 0, n);
    }

    double ratio(Weighted other) {
      double difference = Math.abs(other.mean - mean);
      double error = Math.sqrt(variance / size + other.variance / other.size);
      return difference == 0 ? 0 : difference / error;
    }
  }
}

package dev.evolve.app.bench.gates.rivals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * A rule that holds the newest value against those before it. Written from the documentation and
 * defaults of the tools named.
 *
 * @param name whose rule it is
 * @param test whether the newest value is an alert
 */
public record ValueRule(String name, Test test) implements HistoryRule {

  private static final int BENCHER_VALUES = 64;
  private static final int CONBENCH_VALUES = 100;
  private static final int RUSTC_CHANGES = 30;
  private static final int RUSTC_LEAST = 10;

  /** Whether a value is an alert after the values before it. */
  @FunctionalInterface
  public interface Test {
    boolean isAlert(double[] before, double value);
  }

  /** The rules that need no more than one new value. */
  public static List<HistoryRule> all() {
    return List.of(
        previous("github-action-benchmark, previous run 200 %", 2),
        previous("previous run 110 %", 1.1),
        previous("previous run 105 %", 1.05),
        new ValueRule("Bencher, t .99 of 64", ValueRule::bencher),
        new ValueRule("Conbench, z 5 of 100", ValueRule::conbench),
        new ValueRule("rustc-perf, Q3 + 3 IQR", ValueRule::rustc));
  }

  @Override
  public List<HistoryAlert> alerts(double[] series, int from) {
    return IntStream.range(from, series.length)
        .filter(i -> test.isAlert(Arrays.copyOf(series, i), series[i]))
        .mapToObj(i -> new HistoryAlert(i, i))
        .toList();
  }

  private static ValueRule previous(String name, double ratio) {
    return new ValueRule(name, (before, value) -> value / before[before.length - 1] > ratio);
  }

  private static boolean bencher(double[] before, double value) {
    double[] last = last(before, BENCHER_VALUES);
    double quantile = new TDistribution(last.length - 1.0).inverseCumulativeProbability(0.99);
    double margin = quantile * deviation(last) * Math.sqrt(1 + 1.0 / last.length);
    return value > mean(last) + margin;
  }

  private static boolean conbench(double[] before, double value) {
    double[] last = last(before, CONBENCH_VALUES);
    double deviation = deviation(last);
    return deviation > 0 && (value - mean(last)) / deviation > 5;
  }

  private static boolean rustc(double[] before, double value) {
    double[] last = last(before, RUSTC_CHANGES + 1);
    if (last.length < RUSTC_LEAST) {
      return false;
    }
    double[] changes =
        IntStream.range(1, last.length)
            .mapToDouble(i -> Math.abs(last[i] / last[i - 1] - 1))
            .sorted()
            .toArray();
    int half = changes.length / 2;
    double first = median(changes, 0, half);
    double third = median(changes, changes.length - half, changes.length);
    return value / last[last.length - 1] - 1 >= third + 3 * (third - first);
  }

  private static double median(double[] sorted, int from, int to) {
    return (sorted[(from + to - 1) / 2] + sorted[(from + to) / 2]) / 2;
  }

  private static double[] last(double[] values, int count) {
    return Arrays.copyOfRange(values, Math.max(0, values.length - count), values.length);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }
}

package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Samples of one figure, told by their median and range. */
record Figures(double[] sorted) {

  static Figures of(List<Double> samples) {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("a figure without samples");
    }
    double[] sorted = samples.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return new Figures(sorted);
  }

  double median() {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  BenchResult atMost(BenchSetting setting, String metric, String unit, double goal) {
    return result(setting, metric, unit, "at most " + number(goal) + " " + unit, median() <= goal);
  }

  BenchResult atLeast(BenchSetting setting, String metric, String unit, double goal) {
    return result(setting, metric, unit, "at least " + number(goal) + " " + unit, median() >= goal);
  }

  BenchResult stated(BenchSetting setting, String metric, String unit) {
    return result(setting, metric, unit, "", null);
  }

  /** One percentile of the samples, told with their range. */
  BenchResult percentile(BenchSetting setting, double percentile, String metric, String unit) {
    int rank = (int) Math.ceil(percentile / 100 * sorted.length) - 1;
    return setting.result(
        RuntimeBench.NAME,
        metric,
        sorted[Math.max(0, rank)],
        sorted[0],
        sorted[sorted.length - 1],
        unit,
        "",
        null,
        sorted.length);
  }

  private BenchResult result(
      BenchSetting setting, String metric, String unit, String goal, @Nullable Boolean met) {
    return setting.result(
        RuntimeBench.NAME,
        metric,
        median(),
        sorted[0],
        sorted[sorted.length - 1],
        unit,
        goal,
        met,
        sorted.length);
  }

  private static String number(double value) {
    return value == Math.rint(value) ? String.format("%,d", (long) value) : String.valueOf(value);
  }
}

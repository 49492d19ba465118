package dev.evolve.app.bench.gates;

import dev.evolve.results.ResultSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * Runs of one arm, one value each, with noise of one percent, written as files.
 *
 * @param prefix of the files' names
 * @param values times of the runs in ns
 */
record DegenerateArm(String prefix, List<Double> values) {

  static final int RUNS = 12;

  DegenerateArm {
    values = List.copyOf(values);
  }

  /** Runs of a program that takes so many nanoseconds. */
  static DegenerateArm of(String prefix, int runs, double nanos, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      values.add(nanos * Math.exp(0.01 * random.nextGaussian()));
    }
    return new DegenerateArm(prefix, values);
  }

  /** The same runs with other values. */
  DegenerateArm changed(UnaryOperator<Double> change) {
    return new DegenerateArm(prefix, values.stream().map(change).toList());
  }

  /** The same runs, one of them with another value. */
  DegenerateArm with(int run, double value) {
    List<Double> changed = new ArrayList<>(values);
    changed.set(run, value);
    return new DegenerateArm(prefix, changed);
  }

  /** A file for each run. */
  List<ResultSource> files(IntFunction<String> text) {
    List<ResultSource> files = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      files.add(ResultSource.of(prefix + " " + (char) ('a' + i), text.apply(i)));
    }
    return files;
  }

  /** The runs as metric lines. */
  List<ResultSource> lines() {
    return lines(1, "ns");
  }

  /** The runs as metric lines in another unit, of which {@code factor} make a nanosecond. */
  List<ResultSource> lines(double factor, String unit) {
    return files(run -> line("time", values.get(run) * factor, unit));
  }

  static String line(String metric, double value, String unit) {
    return String.format(
        Locale.ROOT,
        "{\"metric\": \"%s\", \"value\": %s, \"unit\": \"%s\"}%n",
        metric,
        value,
        unit);
  }

  /**
   * The runs as files of Google Benchmark.
   *
   * @param day of the runs
   * @param places of the runs in the order of all, a minute each
   * @param host the machine
   * @param extra further fields of the row, each with a comma after it
   */
  List<ResultSource> google(String day, List<Integer> places, String host, String extra) {
    return files(
        run ->
            String.format(
                Locale.ROOT,
                """
                {"context": {"date": "%sT10:%02d:00+00:00", "host_name": "%s", "num_cpus": 8},
                 "benchmarks": [{"name": "BM_A", "run_name": "BM_A", "run_type": "iteration", %s
                   "iterations": 10, "real_time": %s, "cpu_time": %s, "time_unit": "ns"}]}
                """,
                day,
                places.get(run),
                host,
                extra,
                values.get(run),
                values.get(run)));
  }
}

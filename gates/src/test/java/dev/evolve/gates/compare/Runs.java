package dev.evolve.gates.compare;

import dev.evolve.results.ResultFile;
import dev.evolve.results.ResultReaders;
import dev.evolve.results.ResultSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Files of runs whose times scatter by about one percent. */
final class Runs {

  private Runs() {}

  /** Runs of one metric; {@code unit} may hold any unit of time. */
  static List<ResultFile> times(String name, int runs, double nanos, long seed) {
    Random random = new Random(seed);
    List<ResultFile> files = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      double value = nanos * Math.exp(0.01 * random.nextGaussian());
      files.add(lines(name + i, line("time", value, "ns")));
    }
    return files;
  }

  static String line(String metric, double value, String unit) {
    return String.format(
        Locale.ROOT, "{\"metric\":\"%s\",\"value\":%s,\"unit\":\"%s\"}%n", metric, value, unit);
  }

  static ResultFile lines(String name, String text) {
    return ResultReaders.read(ResultSource.of(name, text), null);
  }

  /** A file of Google Benchmark with a time stamp and a host. */
  static ResultFile google(String name, String time, String host, double nanos) {
    return ResultReaders.read(
        ResultSource.of(
            name,
            """
            {"context": {"date": "%s", "host_name": "%s", "num_cpus": 8, "mhz_per_cpu": 3000},
             "benchmarks": [{"name": "BM_A", "run_name": "BM_A", "run_type": "iteration",
               "repetitions": 1, "repetition_index": 0, "threads": 1, "iterations": 10,
               "real_time": %s, "cpu_time": %s, "time_unit": "ns"}]}
            """
                .formatted(time, host, nanos, nanos * 0.99)),
        null);
  }
}

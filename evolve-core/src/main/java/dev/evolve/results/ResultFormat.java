package dev.evolve.results;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats that results are read from. */
public enum ResultFormat {
  /** {@code --benchmark_out_format=json} of Google Benchmark. */
  GOOGLE_BENCHMARK,
  /** {@code -rf json} of JMH. */
  JMH,
  /** The directory {@code target/criterion} of Criterion.rs, of which {@code new/} is read. */
  CRITERION,
  /** {@code cargo criterion --message-format=json}, one message a line. */
  CARGO_CRITERION,
  /** {@code --export-json} of hyperfine. */
  HYPERFINE,
  /** {@code --benchmark-json} of pytest-benchmark. */
  PYTEST_BENCHMARK,
  /** What {@code go test -bench} prints. */
  GO_BENCH,
  /** Lines <code>{"metric": "time", "value": 12.5, "unit": "ns"}</code>. */
  METRIC_LINES;

  /** The name on the command line and in JSON, such as {@code go-bench}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The format of a wire name. */
  public static Optional<ResultFormat> named(String wireName) {
    return Arrays.stream(values()).filter(is -> is.wireName().equals(wireName)).findFirst();
  }

  /** All wire names. */
  public static List<String> wireNames() {
    return Arrays.stream(values()).map(ResultFormat::wireName).toList();
  }
}

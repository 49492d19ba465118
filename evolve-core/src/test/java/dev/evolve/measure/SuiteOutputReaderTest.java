package dev.evolve.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.pack.Metric;
import dev.evolve.pack.Suite;
import dev.evolve.results.ResultFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SuiteOutputReaderTest {

  private static final String GO =
      """
      goos: linux
      pkg: example.org/sort
      BenchmarkSort-8 100 12500 ns/op 80 MB/s 3 allocs/op
      BenchmarkSort-8 100 12700 ns/op 78 MB/s 3 allocs/op
      BenchmarkSort-8 100 12600 ns/op 79 MB/s 3 allocs/op
      PASS
      """;

  private static Metric metric(String name, String unit, Metric.Direction direction) {
    return new Metric(name, unit, direction, Metric.Role.INFORMATIVE, "");
  }

  private static BenchOutput read(String printed, Metric metric, String source) {
    Suite suite =
        new Suite(
            ResultFormat.GO_BENCH,
            new TreeMap<>(source.isEmpty() ? Map.of() : Map.of(metric.name(), source)));
    return new SuiteOutputReader(List.of(metric), suite).read(printed);
  }

  @Test
  void picksTheMedianInThePacksUnit() {
    Metric time = metric("time", "us/op", Metric.Direction.LOWER);
    BenchOutput output = read(GO, time, "example.org/sort.BenchmarkSort-8/ns/op");
    assertThat(output.problem()).isEmpty();
    assertThat(output.metrics()).containsEntry("time", new MetricValue(12.6, "us/op"));
    Metric rate = metric("rate", "MB/s", Metric.Direction.HIGHER);
    assertThat(read(GO, rate, "example.org/sort.BenchmarkSort-8/B/s").metrics())
        .containsEntry("rate", new MetricValue(79, "MB/s"));
  }

  @Test
  void takesTheSuitesOnlyMetricOfThatName() {
    String hyperfine =
        "{\"results\": [{\"command\": \"c\", \"times\": [0.5], \"exit_codes\": [0]}]}";
    Suite suite = new Suite(ResultFormat.HYPERFINE, new TreeMap<>());
    Metric time = metric("time", "ms", Metric.Direction.LOWER);
    assertThat(new SuiteOutputReader(List.of(time), suite).read(hyperfine).metrics())
        .containsEntry("time", new MetricValue(500, "ms"));
    String failed = hyperfine.replace("[0]}", "[1]}");
    assertThat(new SuiteOutputReader(List.of(time), suite).read(failed).problem())
        .contains("exit_codes[0] is 1");
  }

  @Test
  void saysWhatIsThereWhereAMetricIsMissing() {
    Metric time = metric("time", "ns", Metric.Direction.LOWER);
    BenchOutput output = read(GO, time, "");
    assertThat(output.metrics()).isEmpty();
    assertThat(output.problem())
        .contains("metric time is missing")
        .contains("example.org/sort.BenchmarkSort-8/ns/op");
  }

  @Test
  void refusesAnotherKindOfUnitAndAnotherDirection() {
    String source = "example.org/sort.BenchmarkSort-8/ns/op";
    assertThat(read(GO, metric("time", "B/op", Metric.Direction.LOWER), source).problem())
        .contains("is in ns/op, which the pack's B/op does not convert to");
    assertThat(read(GO, metric("time", "ns/op", Metric.Direction.HIGHER), source).problem())
        .contains("better LOWER by the suite");
  }

  @Test
  void refusesOutputThatIsNotOfTheFormatOrOfSeveralInvocations() {
    Metric time = metric("time", "ns/op", Metric.Direction.LOWER);
    String source = "example.org/sort.BenchmarkSort-8/ns/op";
    assertThat(read("nothing\n", time, source).problem()).contains("found none");
    assertThat(read(GO + GO, time, source).problem()).contains("one invocation");
    assertThat(read(GO + "--- FAIL: BenchmarkB\n", time, source).problem()).contains("FAIL");
  }

  @Test
  void keepsValuesThatAreNotFiniteForTheGates() {
    Metric time = metric("time", "us/op", Metric.Direction.LOWER);
    String printed = "goos: linux\nBenchmarkA 1 NaN ns/op\n";
    assertThat(read(printed, time, "BenchmarkA/ns/op").metrics())
        .hasEntrySatisfying("time", value -> assertThat(value.value()).isNaN());
  }
}

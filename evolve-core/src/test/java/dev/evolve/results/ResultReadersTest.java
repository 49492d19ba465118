package dev.evolve.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultReadersTest {

  private static final List<String> FILES =
      List.of(
          "google.json",
          "jmh.json",
          "hyperfine.json",
          "pytest.json",
          "go.txt",
          "cargo-criterion.jsonl",
          "metrics.txt");

  static String text(String file) {
    try (InputStream in = ResultReadersTest.class.getResourceAsStream("/results/" + file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ResultFile read(String file) {
    return ResultReaders.read(ResultSource.of(file, text(file)), null);
  }

  private static ResultFile readText(String text) {
    return ResultReaders.read(ResultSource.of("f", text), null);
  }

  private static Measurement only(ResultFile file, String metric) {
    List<Measurement> found =
        file.turns().getFirst().measurements().stream()
            .filter(is -> is.metric().equals(metric))
            .toList();
    assertThat(found).as(metric).isNotEmpty();
    return found.getFirst();
  }

  @Test
  void readsGoogleBenchmarkWithRepetitionsAsIterationsOfOneProcess() {
    ResultFile file = read("google.json");
    assertThat(file.format()).isEqualTo(ResultFormat.GOOGLE_BENCHMARK);
    Turn turn = file.turns().getFirst();
    assertThat(turn.timeIfAny()).contains(Instant.parse("2026-03-02T09:15:30Z"));
    assertThat(turn.surroundings().machine()).containsEntry("host_name", "bench-1");
    assertThat(turn.surroundings().machine()).doesNotContainKey("load_avg");
    Measurement time = only(file, "real_time");
    assertThat(time.benchmark()).isEqualTo("BM_Sort/1024");
    assertThat(time.processes()).isEqualTo(List.of(List.of(32500.0, 33500.0)));
    assertThat(time.unit()).isEqualTo("ns");
    assertThat(time.value()).isEqualTo(33000);
    assertThat(only(file, "items_per_second").direction()).isEqualTo(Direction.HIGHER);
    assertThat(only(file, "misses").direction()).isEqualTo(Direction.UNKNOWN);
    assertThat(file.notes()).singleElement().asString().contains("1 aggregate rows");
  }

  @Test
  void usesTheMedianWhereGoogleBenchmarkWroteAggregatesOnly() {
    String text =
        text("google.json")
            .replace("\"iteration\"", "\"aggregate\", \"aggregate_name\": \"median\"")
            .replace("\"repetition_index\": 1", "\"repetition_index\": 0");
    assertThat(only(readText(text), "real_time").values()).hasSize(2);
  }

  @Test
  void keepsAFailedGoogleBenchmarkAsAFailure() {
    String text =
        text("google.json")
            .replaceFirst(
                "\"iterations\": 21343,",
                "\"iterations\": 0, \"error_occurred\": true, \"error_message\": \"boom\",");
    assertThat(readText(text).turns().getFirst().failures())
        .containsExactly("BM_Sort/1024 ended with an error: boom");
  }

  @Test
  void readsJmhForksAsProcessesAndThroughputAsHigherIsBetter() {
    ResultFile file = read("jmh.json");
    assertThat(file.format()).isEqualTo(ResultFormat.JMH);
    Measurement score = only(file, "score");
    assertThat(score.benchmark()).isEqualTo("org.sample.MapBench.get{kind=hash, size=100} thrpt");
    assertThat(score.direction()).isEqualTo(Direction.HIGHER);
    assertThat(score.unit()).isEqualTo("op/s");
    assertThat(score.processes()).hasSize(2);
    assertThat(score.value()).isCloseTo(51750, within(1e-9));
    assertThat(only(file, "gc.alloc.rate.norm").direction()).isEqualTo(Direction.LOWER);
    assertThat(only(file, "gc.alloc.rate").direction()).isEqualTo(Direction.UNKNOWN);
  }

  @Test
  void readsTheHistogramsOfJmhsSampleModeAsMeans() {
    Measurement sampled =
        read("jmh.json").turns().getFirst().measurements().stream()
            .filter(is -> is.benchmark().endsWith("sample"))
            .findFirst()
            .orElseThrow();
    assertThat(sampled.value()).isEqualTo(2000);
    assertThat(sampled.direction()).isEqualTo(Direction.LOWER);
  }

  @Test
  void refusesJmhWhoseUnitContradictsItsMode() {
    assertThatThrownBy(() -> readText(text("jmh.json").replace("ops/ms", "ms/op")))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageContaining("[0].primaryMetric.scoreUnit")
        .hasMessageContaining("mode thrpt wants ops/time");
  }

  @Test
  void readsHyperfineRunsAsProcesses() {
    ResultFile file = read("hyperfine.json");
    Measurement time = only(file, "time");
    assertThat(time.benchmark()).isEqualTo("parse size=10");
    assertThat(time.processes()).isEqualTo(List.of(List.of(1e8), List.of(1.03e8)));
    assertThat(only(file, "memory").direction()).isEqualTo(Direction.LOWER);
  }

  @Test
  void keepsAnExitCodeOtherThanZeroAsAFailure() {
    String text = text("hyperfine.json").replace("[0, 0]", "[0, 1]");
    assertThat(readText(text).turns().getFirst().failures())
        .singleElement()
        .asString()
        .contains("exit_codes[1] is 1");
  }

  @Test
  void readsPytestBenchmarkAndSaysWhereOnlyAMedianIsThere() {
    ResultFile file = read("pytest.json");
    assertThat(file.turns().getFirst().timeIfAny())
        .contains(Instant.parse("2026-03-02T09:16:00.123456Z"));
    assertThat(only(file, "time").processes()).isEqualTo(List.of(List.of(1e6, 2e6, 3e6)));
    assertThat(file.notes()).singleElement().asString().startsWith("1 benchmarks have no data");
    assertThat(file.turns().getFirst().surroundings().machine())
        .containsEntry("cpu brand_raw", "Some CPU")
        .doesNotContainKey("cpu hz_actual_friendly");
  }

  @Test
  void readsGoTextWithATurnForEachInvocation() {
    ResultFile file = read("go.txt");
    assertThat(file.turns()).hasSize(2);
    Measurement time = only(file, "ns/op");
    assertThat(time.benchmark()).isEqualTo("example.org/sort.BenchmarkSort/n=10-8");
    assertThat(time.processes()).isEqualTo(List.of(List.of(56210.0, 56310.0, 56400.0)));
    assertThat(only(file, "allocs/op").countable()).isTrue();
    assertThat(only(file, "B/s").direction()).isEqualTo(Direction.HIGHER);
    assertThat(only(file, "widgets").direction()).isEqualTo(Direction.HIGHER);
    assertThat(only(file, "gadgets").direction()).isEqualTo(Direction.UNKNOWN);
    assertThat(file.notes()).containsExactly("1 lines that are no results");
  }

  @Test
  void keepsAFailedGoBenchmarkAsAFailure() {
    String text = text("go.txt") + "--- FAIL: BenchmarkX\n";
    assertThat(readText(text).turns().getLast().failures())
        .containsExactly("line 26: --- FAIL: BenchmarkX");
  }

  @Test
  void readsTheMessagesOfCargoCriterion() {
    assertThat(only(read("cargo-criterion.jsonl"), "time").processes())
        .isEqualTo(List.of(List.of(4100.0, 4200.0)));
  }

  @Test
  void readsADirectoryOfCriterionAndOnlyItsNewRun() {
    String sample = "{\"sampling_mode\":\"Flat\",\"iters\":[2.0,4.0],\"times\":[10.0,24.0]}";
    String about = "{\"group_id\":\"sort\",\"full_id\":\"sort/10\",\"directory_name\":\"sort/10\"}";
    ResultSource source =
        new ResultSource(
            "criterion",
            List.of(
                new ResultSource.Part("sort/10/base/sample.json", "{}"),
                new ResultSource.Part("sort/10/new/benchmark.json", about),
                new ResultSource.Part("sort/10/new/sample.json", sample)));
    Measurement time = only(ResultReaders.read(source, null), "time");
    assertThat(time.benchmark()).isEqualTo("sort/10");
    assertThat(time.processes()).isEqualTo(List.of(List.of(5.0, 6.0)));
  }

  @Test
  void readsOurOwnLinesInOneUnitWhateverUnitTheyAreIn() {
    ResultFile file = read("metrics.txt");
    assertThat(only(file, "time").processes()).isEqualTo(List.of(List.of(12.5e6, 12.6e6)));
    assertThat(only(file, "throughput").direction()).isEqualTo(Direction.HIGHER);
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, ms, 100, us",
    "12.5, ms, 12500, us",
    "0.0123, s, 12.3, ms",
    "7, min, 420, s",
    "0.3, ops/us, 300, ops/ms",
    "60, ops/min, 1, ops/s",
    "0.25, MiB, 256, KiB"
  })
  void givesTheSameNumberForTheSameQuantity(String one, String in, String other, String otherIn) {
    assertThat(line(one, in)).isEqualTo(line(other, otherIn));
  }

  private static double line(String value, String unit) {
    return only(
            readText("{\"metric\":\"m\",\"value\":" + value + ",\"unit\":\"" + unit + "\"}"), "m")
        .value();
  }

  @Test
  void refusesOneMetricInTwoKindsOfUnits() {
    assertThatThrownBy(
            () ->
                readText(
                    """
                    {"metric": "m", "value": 1, "unit": "ms"}
                    {"metric": "m", "value": 1, "unit": "B"}
                    """))
        .hasMessageContaining("f, line 2: bench m is in B")
        .hasMessageContaining("in ns (better: lower) before");
  }

  @ParameterizedTest
  @ValueSource(strings = {"parsecs", "ops", ""})
  void refusesAnUnknownUnitOfTime(String unit) {
    assertThatThrownBy(() -> readText(text("google.json").replace("\"us\"", "\"" + unit + "\"")))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageContaining("benchmarks[0].time_unit");
  }

  @Test
  void keepsNumbersThatAreNoneForTheJudgeToRefuse() {
    assertThat(line("NaN", "ms")).isNaN();
    assertThat(line("1e999", "ms")).isInfinite();
    assertThat(line("1e-999", "ms")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e99999999", "1e-2147483640", "\"12\"", "null", "{}", "true"})
  void refusesWhatIsNoNumber(String value) {
    assertThatThrownBy(() -> line(value, "ms"))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageContaining("f, line 1.value");
  }

  @Test
  void refusesDeepJsonWithoutOverflowingTheStack() {
    String deep = "[".repeat(100_000);
    assertThatThrownBy(() -> readText(deep))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageContaining("wanted JSON");
  }

  @Test
  void refusesMoreThanItReads() {
    String huge = " ".repeat(ResultReaders.LARGEST + 1);
    assertThatThrownBy(() -> readText(huge))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageContaining("fewer runs a file");
  }

  @Test
  void readsManyBenchmarksInOneFileAndRefusesOneThatIsThereTwice() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(
              "{\"reason\":\"benchmark-complete\",\"id\":\"b%d\",\"iteration_count\":[1],"
                  .formatted(i))
          .append("\"measured_values\":[2.0],\"unit\":\"ns\"}\n");
    }
    assertThat(readText(text.toString()).turns().getFirst().measurements()).hasSize(20_000);
    text.append(text.substring(0, text.indexOf("\n")));
    assertThatThrownBy(() -> readText(text.toString()))
        .hasMessageContaining("line 20001: b0 is in the file twice");
  }

  @Test
  void refusesNamesWithControlCharacters() {
    String text = text("google.json").replace("BM_Sort/1024", "BM_\\u001b[31mSort");
    assertThatThrownBy(() -> readText(text)).hasMessageContaining("found \"BM_?[31mSort\"");
  }

  @Test
  void namesTheFileWhereANameIsMadeOfParts() {
    String text = text("hyperfine.json").replace("\"10\"", "\"" + "1".repeat(600) + "\"");
    assertThat(only(readText(text), "time").benchmark()).endsWith("…");
    String counter = text("google.json").replace("\"misses\"", "\"mis\\tses\"");
    assertThatThrownBy(() -> readText(counter)).hasMessageStartingWith("f, benchmarks[0]: wanted");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no results",
        "{}",
        "[]",
        "null",
        "42",
        "{\"benchmarks\": [], \"context\": {}}",
        "{\"benchmarks\": 3, \"context\": {}}",
        "{\"results\": []}",
        "{\"results\": [{\"command\": \"x\", \"times\": []}]}",
        "{\"results\": [{\"command\": 7, \"times\": [1]}]}",
        "[{\"primaryMetric\": {}}]",
        "{\"metric\": \"m\", \"value\": 1}",
        "{\"metric\": \"m\", \"value\": 1, \"value\": 2, \"unit\": \"s\"}",
        "goos: linux\nPASS\n",
        "goos: linux\nBenchmarkX-8 100 12 ns/op 3\n",
        "goos: linux\nBenchmarkX-8 100 twelve ns/op\n",
        "goos: linux\nBenchmarkX-8 hello\n",
      })
  void refusesWhatHoldsNoResults(String text) {
    assertThatThrownBy(() -> readText(text))
        .isInstanceOf(UnreadableResultException.class)
        .hasMessageStartingWith("f");
  }

  @Test
  void neverFailsInAnotherWayOnAFileThatIsCutOrBroken() {
    for (String file : FILES) {
      String text = text(file);
      for (int at = 0; at < text.length(); at += 7) {
        attempt(text.substring(0, at));
        attempt(text.substring(0, at) + "]" + text.substring(at));
        attempt(text.substring(0, at) + "-" + text.substring(at + 1));
      }
    }
  }

  private static void attempt(String text) {
    try {
      assertThat(readText(text).turns()).isNotEmpty();
    } catch (UnreadableResultException e) {
      assertThat(e).hasMessageStartingWith("f");
    }
  }
}

package dev.evolve.search.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class T4Test {

  private static final String FILE =
      """
      {
      "metadata": {"timeunit": "miliseconds"},
      "results": [
      {"timestamp": "2023-12-22 09:54:05+00:00", "configuration": {"x": 16, "mode": "a"},
       "times": {"compilation": 9.5, "framework": 2, "search_algorithm": 1, "validation": 3, "runtimes": [2.0, 4.0]},
       "invalidity": "correct", "correctness": 1,
       "measurements": [{"name": "time", "value": 3.0, "unit": ""}, {"name": "power", "value": 80, "unit": "W"}],
       "objectives": ["time"]},
      {"configuration": {"x": 32, "mode": "a"}, "times": {"compilation_time": 7},
       "invalidity": "compile", "correctness": 0, "measurements": [], "objectives": ["time"]},
      {"configuration": {"x": 16, "mode": "b"}, "times": {},
       "invalidity": "runtime", "correctness": 0,
       "measurements": [{"name": "time", "value": "RuntimeFailedConfig", "unit": ""}]},
      {"configuration": {"x": 32, "mode": "b"}, "times": {},
       "invalidity": "timeout", "correctness": 0, "measurements": []}
      ],
      "schema_version": "1.0.0"
      }
      """;

  private static TuningCache read(String text) {
    return T4Reader.read(new StringReader(text), "t4.json");
  }

  @Test
  void readsResultsAndWhyOthersHaveNone() {
    TuningCache cache = read(FILE);

    assertThat(cache.parameters())
        .isEqualTo(
            Map.of(
                "x", List.of(Literal.of(16), Literal.of(32)),
                "mode", List.of(Literal.of("a"), Literal.of("b"))));
    assertThat(cache.entries().stream().map(Entry::result))
        .containsExactly(
            new Result.Timed(3.0, List.of(2.0, 4.0)),
            new Result.Error("CompilationFailedConfig"),
            new Result.Error("RuntimeFailedConfig"),
            new Result.Error("timeout"));
    Entry first = cache.entries().getFirst();
    assertThat(first.compile()).isEqualTo(9.5);
    assertThat(first.benchmark()).isEqualTo(6);
    assertThat(first.metrics()).isEqualTo(Map.of("power", 80.0));
    assertThat(cache.entries().get(1).compile()).isEqualTo(7);
  }

  @Test
  void turnsEveryUnitIntoMilliseconds() {
    Entry first = read(FILE.replace("miliseconds", "microseconds")).entries().getFirst();

    assertThat(first.compile()).isEqualTo(0.0095);
    assertThat(first.result()).isEqualTo(new Result.Timed(0.003, List.of(0.002, 0.004)));
  }

  @Test
  void writesWhatItReads() {
    TuningCache cache = read(FILE);
    StringWriter out = new StringWriter();

    T4Writer.write(cache, out);

    assertThat(read(out.toString())).isEqualTo(cache);
    assertThat(out.toString()).contains("\"invalidity\": \"timeout\"", "\"compilation_time\": 9.5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "miliseconds | fortnights | line 2, column | found fortnights",
        "\"results\": [ | \"results\": [5, | line 3, column | wanted an object for a result",
        "{\"x\": 32, \"mode\": \"a\"} | {\"x\": 32} | line 10, column | has the parameters [x]",
        "{\"x\": 32, \"mode\": \"a\"} | {\"x\": 16, \"mode\": \"a\"} | line 10, column | twice",
        "{\"x\": 32, \"mode\": \"a\"} | {} | line 10, column | has no configuration",
        "\"compilation\": 9.5 | \"compilation\": -9.5 | line 5, column | is negative",
        "[2.0, 4.0] | [2.0, \"4\"] | line 5, column | wanted a number for a runtime",
        "\"measurements\": [], | \"measurements\": [1], | line 10, column | for a measurement",
        "\"results\" | \"outcomes\" | line 18, column | wanted 'results'",
      })
  void saysWhereAFileIsWrong(String old, String changed, String place, String problem) {
    String text = FILE.replace(old, changed);
    assertThat(text).isNotEqualTo(FILE);

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("t4.json, " + place)
        .hasMessageContaining(problem);
  }
}

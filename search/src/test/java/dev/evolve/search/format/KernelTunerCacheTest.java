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

class KernelTunerCacheTest {

  private static final String HEAD =
      """
      {
      "device_name": "Some GPU",
      "kernel_name": "add",
      "problem_size": [4096, 2],
      "tune_params_keys": ["x", "share", "wide", "mode"],
      "tune_params": {"x": [16, 1], "share": [0.5, 1.0], "wide": [true, false], "mode": ["a b", "c"]},
      "objective": "time",
      "cache": {
      """;
  private static final String GOOD =
      """
      "16,0.5,True,a b": {"x": 16, "share": 0.5, "wide": true, "mode": "a b", "time": 2.5, \
      "times": [2.0, 3.0], "compile_time": 10, "verification_time": 1.5, "benchmark_time": 5, \
      "GFLOP/s": 7.5, "strategy_time": 0.25, "framework_time": 3, \
      "timestamp": "2023-12-22 09:54:05.502007+00:00"}""";
  private static final String FAILED =
      """
      "1,1.0,False,c": {"x": 1, "share": 1.0, "wide": false, "mode": "c", \
      "time": "CompilationFailedConfig", "compile_time": 20}""";
  private static final String FILE = HEAD + GOOD + ",\n" + FAILED + "}\n}\n";

  private static TuningCache read(String text) {
    return KernelTunerCache.read(new StringReader(text), "some.json");
  }

  @Test
  void readsWhatRanAndWhatFailed() {
    TuningCache cache = read(FILE);

    assertThat(cache.device()).isEqualTo("Some GPU");
    assertThat(cache.names()).containsExactly("x", "share", "wide", "mode");
    assertThat(cache.isOpen()).isFalse();
    Entry good = cache.entries().getFirst();
    assertThat(good.values())
        .containsExactly(Literal.of(16), Literal.of(0.5), Literal.of(true), Literal.of("a b"));
    assertThat(good.result()).isEqualTo(new Result.Timed(2.5, List.of(2.0, 3.0)));
    assertThat(good.compile()).isEqualTo(10);
    assertThat(good.verification()).isEqualTo(1.5);
    assertThat(good.benchmark()).isEqualTo(5);
    assertThat(good.metrics()).isEqualTo(Map.of("GFLOP/s", 7.5));
    Entry failed = cache.entries().getLast();
    assertThat(failed.result()).isEqualTo(new Result.Error("CompilationFailedConfig"));
    assertThat(failed.compile()).isEqualTo(20);
  }

  @Test
  void readsAFileThatItsWriterLeftOpen() {
    TuningCache complete = read(FILE);

    for (String ending : List.of("", ",", ",\n", "}", "}\n")) {
      TuningCache open = read(HEAD + GOOD + ",\n" + FAILED + ending);
      assertThat(open.isOpen()).as("ending '%s'", ending).isTrue();
      assertThat(open.entries()).isEqualTo(complete.entries());
    }
    assertThat(read(HEAD).entries()).isEmpty();
  }

  @Test
  void writesWhatItReads() {
    TuningCache cache = read(FILE);
    StringWriter out = new StringWriter();

    KernelTunerCacheWriter.write(cache, out);

    assertThat(read(out.toString())).isEqualTo(cache);
    assertThat(out.toString().strip()).endsWith("}\n}").contains("\"16,0.5,True,a b\": {");
  }

  @Test
  void writesAnOpenFileThatCanBeAppendedTo() {
    StringWriter out = new StringWriter();

    KernelTunerCacheWriter.write(read(HEAD + GOOD), out);

    assertThat(read(out + FAILED + "}\n}").entries()).isEqualTo(read(FILE).entries());
  }

  @Test
  void takesAnAbsurdTimeForAFailure() {
    TuningCache cache = read(FILE.replace("\"time\": 2.5", "\"time\": 1e20"));

    assertThat(cache.entries().getFirst().result()).isEqualTo(new Result.Error("InvalidConfig"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"time\": 2.5, | '' | line 9, column | has no 'time'",
        "\"time\": 2.5 | \"time\": NaN | line 9, column | NaN",
        "\"time\": 2.5 | \"time\": null | line 9, column | wanted a number for the time",
        "\"x\": 16, | '' | line 9, column | has no value for x",
        "\"x\": 16, | \"x\": 17, | line 9, column | which is none of its values in tune_params",
        "\"x\": 16, | \"x\": [[1]], | line 9, column | wanted a number, a text, true or false for x",
        "[2.0, 3.0] | 2.0 | line 9, column | wanted a list of timings",
        "\"compile_time\": 10 | \"compile_time\": -1 | line 9, column | is negative",
        "\"compile_time\": 10 | \"compile_time\": 1e999 | line 9, column | finite",
        "\"x\": [16, 1] | \"x\": [] | line 6, column | x has no values",
        "[\"x\", | [\"x\", \"x\", | line 5, column | each once",
        "[\"x\", | [\"x\", \"y\", | line 8, column | the values of 'y' in tune_params",
        "\"1,1.0,False,c\" | \"16,0.5,True,a b\" | line 10, column | Duplicate",
        "\"kernel_name\": \"add\" | \"kernel_name\": 3 | line 3, column | wanted a text",
        "\"tune_params_keys\" | \"keys\" | line 8, column | before 'cache'",
        "\"cache\": { | \"else\": { | line 11, column | wanted 'cache'",
        "\"cache\": { | \"cache\": [ | line 8, column | wanted an object for cache",
      })
  void saysWhereAFileIsWrong(String old, String changed, String place, String problem) {
    String text = FILE.replace(old, changed);
    assertThat(text).isNotEqualTo(FILE);

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("some.json, " + place)
        .hasMessageContaining(problem);
  }

  @Test
  void refusesAFileThatEndsInsideAConfiguration() {
    assertThatThrownBy(() -> read(FILE.substring(0, FILE.indexOf("\"verification_time\""))))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("line 9");
  }

  @Test
  void refusesAConfigurationThatIsThereTwiceUnderAnotherKey() {
    assertThatThrownBy(
            () -> read(HEAD + GOOD + ",\n" + GOOD.replace("\"16,0.5,True", "\"16,.5,True") + "}}"))
        .hasMessageContaining("is there twice");
  }

  @Test
  void refusesDepthLengthAndWhatFollowsTheEnd() {
    assertThatThrownBy(() -> read("{\"a\": " + "[".repeat(5000) + "1"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("nesting depth");
    assertThatThrownBy(() -> read("{\"device_name\": \"" + "a".repeat(2_000_000) + "\"}"))
        .isInstanceOf(FormatException.class);
    assertThatThrownBy(() -> read(FILE.replace("16,", "1".repeat(100) + ",")))
        .isInstanceOf(FormatException.class);
    assertThatThrownBy(() -> read(FILE + "{}")).hasMessageContaining("end of the file");
    assertThatThrownBy(() -> read("")).hasMessageContaining("the file ends too early");
    assertThatThrownBy(() -> read("[]")).hasMessageContaining("wanted an object");
  }

  @ParameterizedTest
  @CsvSource({
    "1.0,1.0",
    "0.1,0.1",
    "1e22,1e+22",
    "1.5e-7,1.5e-07",
    "-2.5,-2.5",
    "123456789.0,123456789.0",
    "1e16,1e+16",
    "0.0001,0.0001",
    "1e-5,1e-05",
    "1e15,1000000000000000.0"
  })
  void writesRealNumbersInKeysAsPythonDoes(double number, String python) {
    assertThat(Literal.of(number).python()).isEqualTo(python);
  }
}

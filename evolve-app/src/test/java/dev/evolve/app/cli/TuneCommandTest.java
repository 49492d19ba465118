package dev.evolve.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.explain.SearchReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TuneCommandTest {

  private static final String SPACE =
      """
      {"ConfigurationSpace": {"TuningParameters": [
        {"Name": "x", "Type": "int", "Values": "[1, 2, 3]", "Default": 1}], "Conditions": []},
       "KernelSpecification": {"KernelName": "toy"}}
      """;

  @TempDir Path directory;

  private String failure = "";

  @BeforeEach
  void writeSpace() throws IOException {
    Files.writeString(directory.resolve("toy.json"), SPACE);
  }

  private int tune(String... options) {
    return tuned("echo time: $((12 / x)), memory: $((8 * x))", options);
  }

  private int tuned(String measured, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                directory.resolve("toy.json").toString(),
                "--command",
                measured,
                "--out",
                directory.resolve("out").toString()));
    arguments.addAll(List.of(options));
    return new CommandLine(new TuneCommand())
        .setExecutionExceptionHandler(
            (problem, command, parsed) -> {
              failure = String.valueOf(problem.getMessage());
              return 1;
            })
        .execute(arguments.toArray(String[]::new));
  }

  @Test
  void tunesSeveralMetricsWithinLimits() throws Exception {
    int exit = tune("--objective", "time", "--objective", "memory:0.1", "--limit", "memory<=16");

    assertThat(failure).isEmpty();
    assertThat(exit).isZero();
    SearchReport report =
        SearchReport.fromJson(Files.readString(directory.resolve("out/report.json")));
    assertThat(report.summary().bestValues()).containsEntry("x", "2");
    assertThat(report.findings())
        .contains("Hard limit memory <= 16: 1 of 3 configurations broke it and were rejected");
    assertThat(report.tradeOffs()).isNotNull();
  }

  @Test
  void racesSeveralMetrics() throws Exception {
    assertThat(tune("--objective", "time", "--limit", "memory<=16", "--race")).isZero();

    SearchReport report =
        SearchReport.fromJson(Files.readString(directory.resolve("out/report.json")));
    assertThat(report.findings())
        .contains("Hard limit memory <= 16: 1 of 3 configurations broke it and were rejected");
    assertThat(report.findings().getFirst()).startsWith("x=2 is better than the start x=1 by 50");
  }

  @Test
  void saysWhatDoesNotGoTogether() {
    assertThat(tune("--objective", "time", "--maximise")).isEqualTo(1);
    assertThat(failure).contains("--objective NAME:WEIGHT:larger");
    assertThat(tune("--objective", "time", "--limit", "memory<16")).isEqualTo(1);
    assertThat(failure).contains("wanted NAME<=BOUND");
  }

  @Test
  void takesUpNoTuningThatWantedSomethingElse() {
    tune("--objective", "time");

    assertThat(tune("--objective", "time:2")).isEqualTo(1);
    assertThat(failure).contains("there 'objective time', here 'objective time:2'");
  }

  /** Measured elsewhere: 3 is best by far. */
  private String memory() throws IOException {
    Path cache = directory.resolve("gpu.json");
    Files.writeString(
        cache,
        """
        {"device_name":"A100","kernel_name":"toy","problem_size":[1],"objective":"time",
         "tune_params_keys":["x"],"tune_params":{"x":[1,2,3]},
         "cache":{
          "1":{"x":1,"time":9.0},
          "2":{"x":2,"time":8.0},
          "3":{"x":3,"time":1.0}}}
        """);
    return cache.toString();
  }

  @Test
  void startsFromWhatWasMeasuredElsewhereAndGoesOnWithIt() throws Exception {
    assertThat(tuned("echo $((12 / x))", "--memory", memory(), "--evaluations", "2")).isZero();
    Path kept = directory.resolve("out/memory.json");
    byte[] remembered = Files.readAllBytes(kept);
    SearchReport report =
        SearchReport.fromJson(Files.readString(directory.resolve("out/report.json")));
    assertThat(report.summary().bestValues())
        .as("the start, then what was best elsewhere")
        .containsEntry("x", "3");
    Files.delete(directory.resolve("gpu.json"));

    assertThat(tuned("echo $((12 / x))", "--evaluations", "3")).isZero();

    assertThat(failure).isEmpty();
    assertThat(Files.readAllBytes(kept)).isEqualTo(remembered);
  }

  @Test
  void saysThatAMemoryIsOfSomethingElse() throws Exception {
    String other = memory();
    Files.writeString(
        directory.resolve("gpu.json"),
        Files.readString(directory.resolve("gpu.json")).replace("\"x\"", "\"y\""));

    assertThat(tuned("echo $((12 / x))", "--memory", other)).isEqualTo(1);
    assertThat(failure).contains("wanted a memory with a parameter of [x], found 1 sets");
  }
}

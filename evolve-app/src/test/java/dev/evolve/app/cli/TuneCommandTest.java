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
    List<String> arguments =
        new ArrayList<>(
            List.of(
                directory.resolve("toy.json").toString(),
                "--command",
                "echo time: $((12 / x)), memory: $((8 * x))",
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
  void saysWhatDoesNotGoTogether() {
    assertThat(tune("--objective", "time", "--race")).isEqualTo(1);
    assertThat(failure).contains("use --repeats N instead");
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
}

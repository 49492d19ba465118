package dev.evolve.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.gate.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class GateCommandTest {

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writeRuns() throws IOException {
    runs("base", 1e6, 1);
    runs("same", 1e6, 2);
    runs("slow", 1.1e6, 3);
    runs("near", 1.0145e6, 5);
  }

  private void runs(String arm, double nanos, long seed) throws IOException {
    Files.createDirectories(directory.resolve(arm));
    Random random = new Random(seed);
    for (int i = 0; i < 8; i++) {
      double value = nanos * Math.exp(0.003 * random.nextGaussian());
      Files.writeString(
          directory.resolve(arm).resolve("run" + i + ".jsonl"),
          String.format(
              Locale.ROOT, "{\"metric\":\"time\",\"value\":%s,\"unit\":\"ns\"}%n", value));
    }
  }

  private int gate(String candidate, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--baseline",
                directory.resolve("base").toString(),
                "--candidate",
                directory.resolve(candidate).toString()));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private int run(String... arguments) {
    return new CommandLine(new GateCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void exitsWithACodeForEachVerdict() {
    assertThat(gate("same", "--order", "ABBA...")).isEqualTo(ExitCodes.PASS);
    assertThat(gate("slow", "--order", "ABBA...")).isEqualTo(ExitCodes.FAIL);
    assertThat(gate("slow")).isEqualTo(ExitCodes.INVALID);
    assertThat(gate("near", "--order", "ABBA...")).isEqualTo(ExitCodes.INCONCLUSIVE);
    assertThat(out.toString()).contains("PASS: ").contains("FAIL: ").contains("INVALID: ");
  }

  @Test
  void letsPassWhatIsNotDecidedOnlyWhereThatIsSaid() {
    assertThat(gate("near", "--order", "ABBA...", "--fail-on", "fail,invalid"))
        .isEqualTo(ExitCodes.PASS);
    assertThat(gate("slow", "--order", "ABBA...", "--fail-on", "fail,invalid"))
        .isEqualTo(ExitCodes.FAIL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "invalid", "inconclusive", "none", "fail,inconclusive"})
  void refusesToLetPassWhatIsWorseOrCannotBeJudged(String failOn) {
    assertThat(gate("same", "--order", "ABBA...", "--fail-on", failOn))
        .isEqualTo(ExitCodes.UNUSABLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--floor=0.02",
        "--floor=two",
        "--floor=0%",
        "--confidence=0.995",
        "--confidence=50%",
        "--format=csv",
        "--session=0",
        "--frobnicate"
      })
  void exitsWithTwoWhenMisused(String option) {
    assertThat(gate("same", "--order", "ABBA...", option)).isEqualTo(ExitCodes.UNUSABLE);
    assertThat(err.toString()).isNotBlank();
  }

  @Test
  void exitsWithTwoAndNamesTheFileThatCannotBeRead() throws IOException {
    Files.writeString(directory.resolve("same/run3.jsonl"), "{\"metric\": 3}");
    assertThat(gate("same", "--order", "ABBA...")).isEqualTo(ExitCodes.UNUSABLE);
    assertThat(err.toString()).contains("run3.jsonl, line 1: wanted the fields metric");
    Files.write(directory.resolve("same/run3.jsonl"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(gate("same", "--order", "ABBA...")).isEqualTo(ExitCodes.UNUSABLE);
    assertThat(err.toString()).contains("wanted UTF-8 text");
    assertThat(gate("absent")).isEqualTo(ExitCodes.UNUSABLE);
    assertThat(err.toString()).contains("no such file or directory");
  }

  @Test
  void exitsWithTwoWhereAReportCannotBeWritten() {
    Path inTheWay = directory.resolve("base/run0.jsonl/gate.xml");
    assertThat(gate("same", "--order=ABBA...", "--junit=" + inTheWay))
        .isEqualTo(ExitCodes.UNUSABLE);
    assertThat(err.toString()).contains("cannot write");
  }

  @Test
  void writesEveryReportThatIsAskedFor() {
    Path reports = directory.resolve("reports/ci");
    assertThat(
            gate(
                "slow",
                "--order=ABBA...",
                "--junit=" + reports.resolve("gate.xml"),
                "--markdown=" + reports.resolve("gate.md"),
                "--json=" + reports.resolve("gate.json"),
                "--svg=" + reports.resolve("gate.svg")))
        .isEqualTo(ExitCodes.FAIL);
    assertThat(reports.resolve("gate.xml")).content().contains("<failure type=\"FAIL\"");
    assertThat(reports.resolve("gate.md")).content().contains("Performance gate: ❌ FAIL");
    assertThat(reports.resolve("gate.json")).content().contains("\"verdict\" : \"FAIL\"");
    assertThat(reports.resolve("gate.svg")).content().contains("<svg");
  }

  @Test
  void readsTheDirectoriesOfCriterionAsOneRunEach() throws IOException {
    Random random = new Random(7);
    List<String> arguments = new ArrayList<>(List.of("--order", "ABBA...", "--baseline"));
    for (String arm : List.of("b", "c")) {
      for (int i = 0; i < 8; i++) {
        Path run = directory.resolve(arm + i + "/criterion");
        Path found = Files.createDirectories(run.resolve("sort/new"));
        Files.writeString(found.resolve("benchmark.json"), "{\"full_id\": \"sort\"}");
        Files.writeString(
            found.resolve("sample.json"),
            "{\"iters\": [10.0], \"times\": [%s]}".formatted(1e4 + random.nextGaussian()));
        Files.writeString(
            Files.createDirectories(run.resolve("sort/base")).resolve("sample.json"), "{}");
        arguments.add(run.toString());
      }
      if (arm.equals("b")) {
        arguments.add("--candidate");
      }
    }
    assertThat(run(arguments.toArray(String[]::new))).isEqualTo(ExitCodes.PASS);
    assertThat(out.toString()).contains("sort time").contains("1 µs");
  }

  @Test
  void documentsItsExitCodes() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("Exit codes:").contains("INCONCLUSIVE");
  }
}

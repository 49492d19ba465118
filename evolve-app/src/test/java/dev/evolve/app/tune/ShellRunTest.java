package dev.evolve.app.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellRunTest {

  @TempDir Path directory;

  @Test
  void keepsExitCodeAndBothOutputs() throws Exception {
    ShellRun run =
        ShellRun.of("echo out; echo $who >&2; exit 4", Map.of("who", "me"), Duration.ofSeconds(20));

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.isOverTime()).isFalse();
    assertThat(run.output()).isEqualTo("out\n");
    assertThat(run.complaint()).isEqualTo("me");
  }

  @Test
  void killsACommandAtItsLimitWithAllThatItStarted() throws Exception {
    Path child = directory.resolve("child");

    ShellRun run =
        ShellRun.of(
            "(sleep 300 & echo $! > " + child + "; wait) & wait", Map.of(), Duration.ofMillis(700));

    assertThat(run.isOverTime()).isTrue();
    long process = Long.parseLong(Files.readString(child).strip());
    assertThat(ProcessHandle.of(process).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void keepsTheEndOfALongOutput() throws Exception {
    ShellRun run =
        ShellRun.of("yes | head -c 3000000; echo 12.5", Map.of(), Duration.ofSeconds(60));

    assertThat(run.output()).endsWith("12.5\n").hasSizeLessThan(1 << 20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "12.5 | `` | 12.5",
        "hello\\n3 ms\\n\\n | `` | 3.0",
        "12 s\\nhello | `` | none",
        "NaN | `` | none",
        "{\"metric\": \"time\", \"value\": 2}\\n{\"metric\": \"time\", \"value\": 4} | `` | 2.0 4.0",
        "{\"metric\": \"time\", \"value\": 2}\\n7 | `` | 2.0",
        "{\"metric\": \"power\", \"value\": 2}\\n7 | power | 2.0",
        "7 | power | none",
        "{\"metric\": \"time\", \"value\": \"2\"} | `` | none",
        "{broken\\n5 | `` | 5.0",
      })
  void findsTheMetricInWhatWasPrinted(String output, String metric, String wanted) {
    List<Double> samples =
        PrintedMetric.samples(output.replace("\\n", "\n"), metric.isEmpty() ? null : metric);

    String found = String.join(" ", samples.stream().map(String::valueOf).toList());
    assertThat(found.isEmpty() ? "none" : found).isEqualTo(wanted);
  }
}

package dev.evolve.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

class HistoryCommandTest {

  @TempDir Path directory;

  private final StringWriter errors = new StringWriter();
  private String output = "";

  @BeforeEach
  void writeHistory() throws IOException {
    List<String> lines =
        IntStream.range(0, 60)
            .mapToObj(i -> "r%d,%s".formatted(i, (i < 40 ? 100 : 112) + i * 7 % 5 * 0.3))
            .toList();
    Files.write(directory.resolve("times.csv"), lines);
  }

  private int history(String... options) {
    List<String> arguments = new ArrayList<>(List.of(directory.resolve("times.csv").toString()));
    arguments.addAll(List.of(options));
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      return new CommandLine(new HistoryCommand())
          .setErr(new PrintWriter(errors, true))
          .execute(arguments.toArray(String[]::new));
    } finally {
      System.setOut(console);
      output = printed.toString(StandardCharsets.UTF_8);
    }
  }

  @Test
  void printsTheChangeAsATableAndDrawsIt() throws Exception {
    Path svg = directory.resolve("times.svg");

    assertThat(history("--svg", svg.toString())).isZero();

    assertThat(output).contains("60 commits, 1 change", "r40", "worse", "+12.");
    assertThat(Files.readString(svg)).startsWith("<svg").endsWith("</svg>\n");
  }

  @Test
  void printsTheChangeAsJson() {
    assertThat(history("--json", "--higher-is-better")).isZero();

    JsonNode report = Json.mapper().readTree(output);
    assertThat(report.at("/changes/0/commit").stringValue()).isEqualTo("r40");
    assertThat(report.at("/changes/0/meaning").stringValue()).isEqualTo("BETTER");
    assertThat(report.at("/levels/1/commits").intValue()).isEqualTo(20);
  }

  @Test
  void judgesAsAnotherToolButNotWithOurFloor() {
    assertThat(history("--compatible", "otava")).isZero();
    assertThat(output).contains("(rule: otava)", "r40");
    assertThat(history("--compatible", "otava", "--floor", "3")).isEqualTo(2);
    assertThat(errors.toString()).contains("otava brings its own limits");
  }

  @Test
  void leavesOutWhatIsBelowTheFloor() {
    assertThat(history("--floor", "20")).isZero();
    assertThat(output).contains("60 commits, 0 changes");
  }
}

package dev.evolve.app.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchReportTest {

  @TempDir Path source;

  private BenchResult result(String bench, String metric) {
    return new BenchSetting(source, true, "abc", "machine", null)
        .result(bench, metric, 1.5, 1, 2, "s", "under 3 s", true, 4);
  }

  private void publish(String bench, String metric) {
    new BenchReport(source)
        .publish(
            bench,
            List.of(result(bench, metric)),
            new PrintStream(new ByteArrayOutputStream(), true));
  }

  @Test
  void keepsTheRowsOfABenchThatWasNotRunAgain() throws IOException {
    Files.createDirectories(source.resolve("docs"));
    publish("packs", "an old figure");
    publish("startup", "a figure of the start");
    String first = Files.readString(new BenchReport(source).writeDocument());
    assertThat(first).contains("an old figure", "a figure of the start");

    Files.delete(source.resolve("target/bench/packs.json"));
    publish("startup", "a new figure of the start");
    String second = Files.readString(new BenchReport(source).writeDocument());

    assertThat(second)
        .contains("| an old figure | 1.500 s [1.000, 2.000] | under 3 s | yes |")
        .contains("a new figure of the start")
        .doesNotContain("a figure of the start |  ");
    assertThat(second.lines().filter(line -> line.contains("./evolve bench startup"))).hasSize(1);
    assertThat(second.lines().filter(line -> line.startsWith("| metric"))).hasSize(1);
    assertThat(Files.readString(new BenchReport(source).writeDocument())).isEqualTo(second);
  }

  @Test
  void aPartTakesThePlaceOfItsOwnRowsAlone() throws IOException {
    BenchReport report = new BenchReport(source);
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true);
    report.publish("search", List.of(result("search", "score"), result("search", "time")), out);
    report.publishPart("search", List.of(part("score"), part("worst, here")), out);
    report.publishPart("search", List.of(part("score"), part("worst, there")), out);

    Files.createDirectories(source.resolve("docs"));
    String page = Files.readString(report.writeDocument());
    assertThat(page).contains("| time |", "| worst, there |").doesNotContain("worst, here");
    assertThat(page.lines().filter(line -> line.startsWith("| score |")))
        .singleElement()
        .asString()
        .contains("--only 'cold'");
  }

  private BenchResult part(String metric) {
    return new BenchSetting(source, true, "abc", "machine", null, List.of("cold"))
        .result("search", metric, 1.5, 1, 2, "s", "under 3 s", true, 4);
  }
}

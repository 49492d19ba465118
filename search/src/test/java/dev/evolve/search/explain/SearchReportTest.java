package dev.evolve.search.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.Search;
import dev.evolve.search.explain.SearchReport.Settings;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.search.strategy.Strategies;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class SearchReportTest {

  private static final Space SPACE =
      Searches.product(
          new Parameter.Categorical("mode", List.of("<script>", "a|b", "`c`")),
          Searches.ordinal("tile", 8),
          new Parameter.Bool("fast"));
  private static final Settings SETTINGS = new Settings("Title <of> | the & search", "ms", 3, null);

  private static Outcome outcome(Point point) {
    return point.place(1) == 7
        ? new Outcome.Failed(Outcome.Reason.RUN, "<img src=x>")
        : new Measured(1 + point.place(0) + 3 * point.place(2), 0.05, 9);
  }

  private static SearchReport report() {
    Search search = Searches.told(SPACE, 40, 1, SearchReportTest::outcome);
    return SearchReport.of(search.history(), SETTINGS);
  }

  @Test
  void countsAndNamesTheBest() {
    SearchReport report = report();

    assertThat(report.summary().evaluations()).isEqualTo(40);
    assertThat(report.summary().feasible()).isEqualTo(48);
    assertThat(report.summary().seconds()).isEqualTo(40);
    assertThat(report.summary().best()).isEqualTo(1);
    assertThat(report.summary().bestValues().keySet()).containsExactly("mode", "tile", "fast");
    assertThat(report.findings().getFirst())
        .startsWith("The best is 1 ms, found by random as evaluation");
    assertThat(report.findings()).anyMatch(finding -> finding.contains("tile = 8"));
  }

  @Test
  void saysFirstWhatTheTrialsDoNot() {
    SearchReport report = report().withFinding("stops: 2 < 3\nand");

    assertThat(report.findings()).hasSize(report().findings().size() + 1);
    assertThat(report.findings().getFirst()).isEqualTo("stops: 2 < 3 and");
    assertThat(report.html()).contains("stops: 2 &lt; 3 and");
    assertThat(SearchReport.fromJson(report.json())).isEqualTo(report);
  }

  @Test
  void comesBackFromJsonAsItWas() {
    SearchReport report = report();

    assertThat(SearchReport.fromJson(report.json())).isEqualTo(report);
    assertThat(report.json()).doesNotContain("NaN").doesNotContain("Infinity");
  }

  @Test
  void refusesWhatIsNoReport() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SearchReport.fromJson("[1]"))
        .withMessageStartingWith("not a search report");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SearchReport.fromJson(
                    report().json().replaceFirst("\"version\":1", "\"version\":9")))
        .withMessage("wanted a search report of version 1, found version 9");
  }

  @Test
  void isTheSameForTheSameTrials() {
    assertThat(report().json()).isEqualTo(report().json());
  }

  @Test
  void writesHtmlInWhichNothingOfTheUserIsMarkup() throws Exception {
    String html = report().html();

    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
    assertThat(html).doesNotContain("<script").doesNotContain("<of>").contains("&lt;script&gt;");
    assertThat(html).contains("<svg").contains("Which parameters matter");
  }

  @Test
  void writesMarkdownInWhichNothingOfTheUserIsMarkup() {
    String markdown = report().markdown();

    assertThat(markdown).startsWith("## Title \\<of\\> \\| the \\& search\n");
    assertThat(markdown).doesNotContainPattern("(?<!\\\\)[<`]").contains("| fast |");
    List<String> rows = markdown.lines().filter(line -> line.startsWith("|")).toList();
    assertThat(rows).isNotEmpty().allMatch(line -> line.endsWith("|"));
  }

  @Test
  void writesForATerminal() {
    String text = report().text(90);

    assertThat(text).contains("* best so far").contains("What each strategy contributed");
    assertThat(Arrays.stream(text.split("\n")).mapToInt(String::length).max().orElseThrow())
        .isLessThanOrEqualTo(110);
  }

  @Test
  void reportsASearchThatKnowsNothing() {
    SearchReport nothing =
        SearchReport.of(new Search(SPACE, Strategies.create("random"), 1).history());

    assertThat(nothing.findings()).first().isEqualTo("Nothing was measured in 0 evaluations.");
    assertThat(SearchReport.fromJson(nothing.json())).isEqualTo(nothing);
    assertThat(nothing.html()).doesNotContain("<svg");
    assertThat(nothing.text(80)).contains("Nothing was measured.");
    assertThat(nothing.markdown()).contains("Nothing was measured");
  }

  @Test
  void reportsASearchInWhichEverythingFailed() {
    SearchReport failed =
        SearchReport.of(
            Searches.told(SPACE, 10, 1, point -> new Outcome.Failed(Outcome.Reason.RUN, "x"))
                .history());

    assertThat(failed.summary().failed()).isEqualTo(10);
    assertThat(failed.summary().best()).isNull();
    assertThat(failed.findings()).contains("10 of 10 points failed.");
    assertThat(SearchReport.fromJson(failed.json())).isEqualTo(failed);
  }

  @Test
  void takesValuesThatAreNotPositive() {
    SearchReport negative =
        SearchReport.of(
            Searches.told(SPACE, 40, 1, point -> Measured.exactly(-point.place(1))).history());

    assertThat(negative.importance().scale()).isEqualTo(Scale.LINEAR);
    assertThat(negative.importance().parameters().getFirst().parameter()).isEqualTo("tile");
    assertThat(negative.summary().best()).isEqualTo(-7);
    assertThat(negative.html()).contains("<svg");
  }

  @Test
  void showsValuesThatAreToBeLargeAsTheyAre() {
    Settings settings = new Settings("Throughput", "GFLOP/s", 1, null, true);
    SearchReport report =
        SearchReport.of(
            Searches.told(
                    SPACE, 40, 1, point -> Measured.exactly(-100 * Math.exp(0.2 * point.place(1))))
                .history(),
            settings);

    assertThat(report.importance().scale()).isEqualTo(Scale.LOG_OF_NEGATIVE);
    assertThat(report.importance().parameters().getFirst().parameter()).isEqualTo("tile");
    assertThat(report.summary().best())
        .isCloseTo(100 * Math.exp(1.4), org.assertj.core.api.Assertions.within(1e-9));
    assertThat(report.findings().getFirst()).startsWith("The best is 405.5 GFLOP/s");
    List<CurvePoint> curve = report.curve().byEvaluations();
    assertThat(curve.getFirst().best()).isLessThan(curve.getLast().best());
    assertThat(report.strategies().getFirst().best()).isEqualTo(report.summary().best());
    assertThat(report.html()).contains("(logarithmic)").doesNotContain("-405");
    assertThat(SearchReport.fromJson(report.json())).isEqualTo(report);
  }
}

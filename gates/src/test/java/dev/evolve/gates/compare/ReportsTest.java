package dev.evolve.gates.compare;

import static dev.evolve.gates.compare.Runs.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.json.Json;
import dev.evolve.results.ResultFile;
import dev.evolve.verdict.Verdict;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class ReportsTest {

  private static final CompareOptions ABBA = CompareOptions.standard().ordered("ABBA...");
  private static final Set<Verdict> ALL = EnumSet.complementOf(EnumSet.of(Verdict.PASS));

  private static GateReport report(double candidate) {
    return new Comparison(ABBA).of(times("a", 12, 1e6, 1), times("b", 12, candidate, 2));
  }

  private static GateReport invalid() {
    return new Comparison(CompareOptions.standard())
        .of(times("a", 3, 1e6, 1), times("b", 3, 1e6, 2));
  }

  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void writesATestCaseForTheLayoutAndEveryMetric() throws Exception {
    Document junit = parse(ReportJunit.of(report(1.1e6), ALL));
    assertThat(junit.getElementsByTagName("testcase").getLength()).isEqualTo(2);
    Element suite = (Element) junit.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(junit.getElementsByTagName("failure").getLength()).isEqualTo(1);
  }

  @Test
  void writesALayoutThatCarriesNoVerdictAsAnError() throws Exception {
    Document junit = parse(ReportJunit.of(invalid(), ALL));
    Element suite = (Element) junit.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(junit.getElementsByTagName("error").item(0).getTextContent())
        .contains("wanted who ran when");
  }

  @Test
  void skipsWhatIsNotDecidedOnlyWhereThatDoesNotCountAsFailing() throws Exception {
    GateReport undecided = new Comparison(ABBA).of(times("a", 8, 1e6, 1), times("b", 8, 1.01e6, 2));
    Document strict = parse(ReportJunit.of(undecided, ALL));
    assertThat(strict.getElementsByTagName("failure").getLength()).isEqualTo(1);
    Document lenient = parse(ReportJunit.of(undecided, EnumSet.of(Verdict.FAIL, Verdict.INVALID)));
    assertThat(lenient.getElementsByTagName("failure").getLength()).isZero();
    assertThat(lenient.getElementsByTagName("skipped").getLength()).isEqualTo(1);
  }

  @Test
  void keepsNamesOfOthersFromBecomingMarkup() throws Exception {
    GateReport report = hostile();
    assertThat(ReportMarkdown.of(report)).doesNotContain("<script>").contains("&lt;script&gt;");
    assertThat(ReportMarkdown.of(report)).contains("\\|x\\|").contains("&#64;all");
    parse(ReportJunit.of(report, ALL));
    parse(ReportSvg.of(report));
  }

  private static GateReport hostile() {
    String metric = "<script>|x|&@all";
    List<ResultFile> baseline = new ArrayList<>();
    List<ResultFile> candidate = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      baseline.add(Runs.lines("a" + i, Runs.line(metric, 100 + i, "ns")));
      candidate.add(Runs.lines("b" + i, Runs.line(metric, 120 + 2 * i, "ns")));
    }
    return new Comparison(ABBA).of(baseline, candidate);
  }

  @Test
  void drawsAnIntervalForEachMetric() throws Exception {
    Document svg = parse(ReportSvg.of(report(1.1e6)));
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(1);
    parse(ReportSvg.of(invalid()));
  }

  @Test
  void writesATableOfFiguresInMarkdown() {
    assertThat(ReportMarkdown.of(report(1.1e6)))
        .contains("| ❌ FAIL | bench time |")
        .contains("| 2 % | 12 |")
        .contains("Order of the runs: `ABBA");
  }

  @Test
  void printsATableAndTheVerdictLast() {
    String text = ReportText.of(report(1.1e6));
    assertThat(text).contains("worse by").contains("+");
    assertThat(text.strip().lines().toList().getLast()).startsWith("FAIL: 1 of 1 are worse");
    assertThat(ReportText.of(invalid())).contains("--order").contains("INVALID: ");
  }

  @Test
  void writesJsonThatReadsBack() {
    GateReport report = report(1.1e6);
    assertThat(Json.read(Json.write(report), GateReport.class)).isEqualTo(report);
    assertThat(Json.read(Json.write(invalid()), GateReport.class)).isEqualTo(invalid());
  }

  @Test
  void showsQuantitiesAsPeopleWriteThem() {
    assertThat(Quantities.shown(12_500_000, "ns")).isEqualTo("12.5 ms");
    assertThat(Quantities.shown(990, "ns/op")).isEqualTo("990 ns/op");
    assertThat(Quantities.shown(2, "allocs/op")).isEqualTo("2 allocs/op");
    assertThat(Quantities.shown(0, "B/op")).isEqualTo("0 B/op");
    assertThat(Shares.plain(0.02)).isEqualTo("2 %");
    assertThat(Shares.plain(0.1)).isEqualTo("10 %");
    assertThat(Shares.plain(0.995)).isEqualTo("99.5 %");
  }
}

package dev.evolve.app.histories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.app.histories.CommitHistory.Commit;
import dev.evolve.app.histories.HistoryReport.Change;
import dev.evolve.app.histories.HistoryReport.Meaning;
import dev.evolve.app.histories.HistoryReport.Suspicion;
import java.io.StringReader;
import java.util.List;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class HistoryAnalystTest {

  private final HistoryAnalyst analyst = new HistoryAnalyst(HistoryRule.EVOLVE, 2, false);

  @Test
  void namesTheCommitThatChangedTheLevelWithSizeAndInterval() {
    HistoryReport report = analyst.report(Histories.of(80, i -> i < 50 ? 100 : 107));

    assertThat(report.rule()).isEqualTo("evolve");
    assertThat(report.changes()).hasSize(1);
    Change change = report.changes().getFirst();
    assertThat(change.commit()).isEqualTo("r50");
    assertThat(change.meaning()).isEqualTo(Meaning.WORSE);
    assertThat(change.relative()).isCloseTo(0.07, within(0.01));
    assertThat(change.low()).isBetween(0.05, 0.07);
    assertThat(change.high()).isBetween(0.07, 0.09);
    assertThat(report.levels()).hasSize(2);
    assertThat(report.levels().getLast().first()).isEqualTo("r50");
    assertThat(report.levels().getLast().commits()).isEqualTo(30);
    assertThat(report.suspect()).isNull();
  }

  @Test
  void callsMoreBetterWhereHigherIsBetter() {
    HistoryReport report =
        new HistoryAnalyst(HistoryRule.EVOLVE, 2, true)
            .report(Histories.of(80, i -> i < 50 ? 100 : 107));

    assertThat(report.changes().getFirst().meaning()).isEqualTo(Meaning.BETTER);
  }

  @Test
  void namesWhatTheNewestCommitsSuggestAsASuspectWithThePairToRun() {
    HistoryReport report = analyst.report(Histories.of(60, i -> i < 58 ? 100 : 106));

    assertThat(report.changes()).isEmpty();
    Suspicion suspect = Objects.requireNonNull(report.suspect());
    assertThat(suspect.before()).isEqualTo("r57");
    assertThat(suspect.onset()).isEqualTo("r58");
    assertThat(suspect.at()).isEqualTo("r59");
    assertThat(suspect.action()).endsWith(": ./evolve gate --base r57 --head r59 --bench '...'");
    assertThat(HistoryTable.of(report)).contains("suspect: a step of about +6", "not confirmed");
  }

  @Test
  void putsNoNameIntoACommandThatAShellWouldReadOtherwise() {
    CommitHistory plain = Histories.of(60, i -> i < 58 ? 100 : 106);
    CommitHistory hostile =
        new CommitHistory(
            plain.commits().stream()
                .map(commit -> new Commit("$(" + commit.commit() + ")", commit.values()))
                .toList());

    Suspicion suspect = Objects.requireNonNull(analyst.report(hostile).suspect());

    assertThat(suspect.action()).contains("$(r57)").doesNotContain("evolve gate");
  }

  @Test
  void judgesAsOthersDoWhereAsked() {
    CommitHistory history = Histories.of(80, i -> i < 50 ? 100 : 107);

    HistoryReport otava = new HistoryAnalyst(HistoryRule.OTAVA, 2, false).report(history);
    HistoryReport perfherder = new HistoryAnalyst(HistoryRule.PERFHERDER, 2, false).report(history);

    assertThat(otava.changes()).extracting(Change::commit).contains("r50");
    assertThat(perfherder.changes()).extracting(Change::commit).containsExactly("r50");
    assertThat(perfherder.changes().getFirst().low()).isNull();
    assertThat(perfherder.levels()).hasSize(2);
    assertThat(HistoryRule.compatible("otava")).isEqualTo(HistoryRule.OTAVA);
    assertThatThrownBy(() -> HistoryRule.compatible("evolve"))
        .hasMessageContaining("wanted otava or perfherder as the rule, found evolve");
  }

  @Test
  void refusesWhatCannotBeJudged() {
    assertThatThrownBy(() -> analyst.report(Histories.of(9, i -> 1)))
        .hasMessageContaining("wanted at least 10 commits for this rule, found 9");
    assertThatThrownBy(() -> analyst.report(Histories.of(20, i -> i - 5)))
        .hasMessageContaining("wanted positive values")
        .hasMessageContaining("for commit r0");
    assertThatThrownBy(() -> new HistoryAnalyst(HistoryRule.EVOLVE, 0, false))
        .hasMessageContaining("wanted a floor from 0.01 to 100 percent");
    assertThatThrownBy(() -> new CommitHistory(List.of(new Commit("a", List.of(Double.NaN)))))
        .hasMessageContaining("found NaN for commit a");
    assertThatThrownBy(() -> new CommitHistory(List.of(new Commit("a", List.of()))))
        .hasMessageContaining("values of commit a, found 0");
  }

  @Test
  void tellsEachChangeInALine() {
    HistoryReport report = analyst.report(Histories.of(90, i -> i < 30 ? 100 : i < 60 ? 110 : 95));

    String table = HistoryTable.of(report);

    assertThat(table).startsWith("90 commits, 2 changes (rule: evolve)");
    assertThat(table.lines().filter(line -> line.contains("r30"))).hasSize(1);
    assertThat(table).containsPattern("r30 +worse +\\+\\d+\\.\\d % +\\+\\d+\\.\\d % to \\+");
    assertThat(table).containsPattern("r60 +better +-1\\d\\.\\d %");
  }

  @Test
  void drawsEveryCommitLevelAndChange() throws Exception {
    CommitHistory history =
        Histories.of(90, i -> i == 70 ? 9000 : i < 30 ? 100 : i < 87 ? 110 : 121);
    HistoryReport report = analyst.report(history);

    String svg = HistorySvg.draw(history, report);

    Document drawing =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    assertThat(drawing.getElementsByTagName("circle").getLength()).isEqualTo(90);
    assertThat(svg.lines().filter(line -> line.contains("class=\"level\""))).hasSize(2);
    assertThat(svg.lines().filter(line -> line.contains("class=\"change\""))).hasSize(1);
    assertThat(svg.lines().filter(line -> line.contains("class=\"suspect\""))).hasSize(1);
  }

  @Test
  void drawsNamesThatLookLikeMarkupAsText() {
    CommitHistory plain = Histories.of(20, i -> 100);
    CommitHistory hostile =
        new CommitHistory(
            plain.commits().stream()
                .map(commit -> new Commit("<b>&" + commit.commit(), commit.values()))
                .toList());

    assertThat(HistorySvg.draw(hostile, analyst.report(hostile)))
        .contains("&lt;b&gt;&amp;r0")
        .doesNotContain("<b>");
  }
}

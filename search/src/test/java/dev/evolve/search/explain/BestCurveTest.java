package dev.evolve.search.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class BestCurveTest {

  private static final RandomReference KNOWN =
      RandomReference.ofAllPoints(
          new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, new double[] {1, 1, 1, 1, 1, 1, 1, 1, 1});

  private static Trial trial(long place, double value, String strategy) {
    return new Trial(Point.of(place), new Measured(value, 0.1, 5), new Cost(1, 1), strategy);
  }

  private static Trial failed(long place, String strategy) {
    return new Trial(
        Point.of(place), new Outcome.Failed(Outcome.Reason.RUN, ""), new Cost(2, 0), strategy);
  }

  private static BestCurve curve(List<Trial> trials) {
    return BestCurve.of(trials, Incumbents.of(trials), Scale.LOG, KNOWN);
  }

  @Test
  void fallsWithTheBestAndKeepsItsUncertainty() {
    BestCurve curve =
        curve(List.of(failed(0, "a"), trial(1, 5, "a"), trial(2, 7, "a"), trial(3, 2, "a")));

    assertThat(curve.byEvaluations())
        .extracting(CurvePoint::best)
        .containsExactly(null, 5.0, 5.0, 2.0);
    assertThat(curve.bySeconds()).extracting(CurvePoint::at).containsExactly(2.0, 4.0, 6.0, 8.0);
    CurvePoint last = curve.byEvaluations().getLast();
    assertThat(last.low()).isLessThan(2).isGreaterThan(1.7);
    assertThat(last.high()).isGreaterThan(2).isLessThan(2.3);
  }

  @Test
  void givesRandomSearchTheSameCost() {
    BestCurve curve = curve(List.of(trial(1, 5, "a"), trial(2, 7, "a")));

    assertThat(curve.byEvaluations().getLast().randomMedian()).isEqualTo(3);
    assertThat(curve.bySeconds().getLast().at()).isEqualTo(4);
    assertThat(curve.bySeconds().getLast().randomMedian()).isEqualTo(2);
    assertThat(curve.basis()).isEqualTo("all 9 points of the space");
  }

  @Test
  void believesTheLastWordOnAPoint() {
    List<Trial> trials =
        List.of(trial(1, 5, "a"), trial(2, 3, "a"), trial(2, 6, "again"), trial(3, 4, "a"));
    Incumbents incumbents = Incumbents.of(trials);

    assertThat(curve(trials).byEvaluations())
        .extracting(CurvePoint::best)
        .containsExactly(5.0, 3.0, 5.0, 4.0);
    assertThat(incumbents.improvements()).containsExactly(0, 1, 3);
    assertThat(incumbents.isRepeat(2)).isTrue();
  }

  @Test
  void keepsTheBestWhenOnlyTheMachineFailedAndDropsItWhenThePointDid() {
    Trial broken =
        new Trial(
            Point.of(2), new Outcome.Failed(Outcome.Reason.INFRASTRUCTURE, ""), Cost.NONE, "again");
    Incumbents incumbents =
        Incumbents.of(List.of(trial(1, 5, "a"), trial(2, 3, "a"), broken, failed(2, "again")));

    assertThat(incumbents.after(2)).extracting(Incumbents::value).isEqualTo(3.0);
    assertThat(incumbents.after(3)).extracting(Incumbents::value).isEqualTo(5.0);
  }

  @Test
  void sharesTheGainAmongThoseWhoTookTheSteps() {
    List<Trial> trials =
        List.of(
            trial(1, 8, "start"),
            trial(2, 4, "local"),
            failed(3, "local"),
            trial(4, 6, "start"),
            trial(5, 1, "start"));
    List<StrategyContribution> shares =
        StrategyContribution.of(trials, Incumbents.of(trials), Scale.LOG, KNOWN);

    assertThat(shares).extracting(StrategyContribution::strategy).containsExactly("start", "local");
    StrategyContribution start = shares.getFirst();
    StrategyContribution local = shares.getLast();
    assertThat(start.shareOfGain())
        .isCloseTo(2.0 / 3, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(start.improvements()).isEqualTo(2);
    assertThat(start.chanceOfRandom())
        .isCloseTo(6.0 / 9, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(local.shareOfGain())
        .isCloseTo(1.0 / 3, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(local.failures()).isEqualTo(1);
    assertThat(local.seconds()).isEqualTo(4);
    assertThat(local.best()).isEqualTo(4);
    assertThat(local.randomMedian()).isEqualTo(2);
  }

  @Test
  void staysSmallHoweverLongTheSearch() {
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      trials.add(trial(i, 1 + 5_000.0 / (i + 1), "a"));
    }
    BestCurve curve = curve(trials);

    assertThat(curve.byEvaluations()).hasSizeLessThanOrEqualTo(BestCurve.MOST_POINTS);
    assertThat(curve.byEvaluations().getLast().at()).isEqualTo(5_000);
    assertThat(curve.svg("long", "ms").length()).isLessThan(40_000);
  }

  @Test
  void isDrawnAsAnSvgThatReadsAloud() throws Exception {
    String svg =
        curve(List.of(trial(1, 5, "a"), trial(2, 2, "a"))).svg("<b>\"x\" & 'y'\u0000", "m<s");
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    Document document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));

    assertThat(document.getDocumentElement().getAttribute("role")).isEqualTo("img");
    assertThat(document.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("<b>\"x\" & 'y' ");
    assertThat(document.getElementsByTagName("desc").item(0).getTextContent())
        .startsWith("The best value over evaluations: 2 after 2.");
    assertThat(svg).doesNotContain("<b>").doesNotContain("<script").contains("m&lt;s");
  }

  @Test
  void isDrawnInCharactersNoWiderThanAsked() {
    String text = curve(List.of(trial(1, 5, "a"), trial(2, 2, "a"), trial(3, 3, "a"))).text(80);

    assertThat(Arrays.stream(text.split("\n")).mapToInt(String::length).max().orElseThrow())
        .isLessThanOrEqualTo(80);
    assertThat(text).contains("*").contains("3 evaluations").contains("random search, median");
    assertThat(BestCurve.of(List.of(), Incumbents.of(List.of()), Scale.LOG, null).text(80))
        .isEqualTo("Nothing was measured.\n");
  }
}

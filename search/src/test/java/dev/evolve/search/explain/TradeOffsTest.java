package dev.evolve.search.explain;

import static dev.evolve.search.Outcome.Measured.exactly;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.Search;
import dev.evolve.search.objective.Limit;
import dev.evolve.search.objective.Metric;
import dev.evolve.search.objective.Objective;
import dev.evolve.search.objective.Preferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TradeOffsTest {

  private static final Objective OBJECTIVE =
      new Preferences(
              List.of(Metric.smaller("time", "ms"), Metric.larger("rate", "<1/s>")),
              Map.of("time", 1.0, "rate", 1.0),
              List.of(Limit.hard("time", 90)))
          .against(Map.of("time", 10.0, "rate", 10.0));

  private static List<TradeOffs.Measured> measured(double... timesAndRates) {
    List<TradeOffs.Measured> measured = new ArrayList<>();
    for (int i = 0; i < timesAndRates.length; i += 2) {
      measured.add(
          new TradeOffs.Measured(
              i / 2 + 1,
              Map.of("x", Integer.toString(i / 2)),
              Map.of("time", timesAndRates[i], "rate", timesAndRates[i + 1])));
    }
    return measured;
  }

  private static List<Integer> front(TradeOffs tradeOffs) {
    return tradeOffs.front().stream().map(TradeOffs.Candidate::evaluation).toList();
  }

  @Test
  void keepsWhatNoneBeatsInEverythingBestScoreFirst() {
    TradeOffs found =
        TradeOffs.of(OBJECTIVE, measured(10, 10, 5, 8, 20, 40, 6, 7, 99, 1e9, 20, 39));

    assertThat(front(found)).containsExactly(3, 2, 1);
    assertThat(found.best()).isEqualTo(found.front().getFirst());
    assertThat(found.front().getFirst().score()).isCloseTo(Math.sqrt(0.5), within(1e-12));
    assertThat(found.others()).containsExactly(List.of(6.0, 7.0), List.of(20.0, 39.0));
    assertThat(found.limits()).containsExactly(new TradeOffs.Refusal("time <= 90", true, 1, 6));
    assertThat(found.findings())
        .first()
        .asString()
        .isEqualTo(
            "Why the best is best: score 0.7071 (the baseline's is 1, small is good):"
                + " rate 40.00, was 10.00: x 0.5000, time 20.00, was 10.00: x 1.414");
    assertThat(found.findings())
        .contains("Hard limit time <= 90: 1 of 6 configurations broke it and were rejected");
  }

  @Test
  void measuresHowTheFrontGrewByTheLogarithmOfRatios() {
    // Corners of the box are at times 10 and 40, rates 10 and 40; 20 and 20 is in its middle. The
    // reference is a tenth of the box beyond the worst corner.
    TradeOffs found = TradeOffs.of(OBJECTIVE, measured(40, 10, 20, 20, 40, 40, 10, 10));

    assertThat(found.volumes())
        .extracting(TradeOffs.Volume::evaluation)
        .containsExactly(1, 2, 3, 4);
    assertThat(found.volumes())
        .extracting(TradeOffs.Volume::share)
        .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1)
        .containsExactly(0.01 / 1.21, 0.36 / 1.21, 0.41 / 1.21, 0.46 / 1.21);
    assertThat(TradeOffs.of(OBJECTIVE, measured(40, 10, 10, 40)).volumes().getLast().share())
        .isEqualTo(1);
  }

  @Test
  void saysSoWhereEverythingWasRejected() {
    TradeOffs found = TradeOffs.of(OBJECTIVE, measured(91, 10, 92, 10));

    assertThat(found.best()).isNull();
    assertThat(found.front()).isEmpty();
    assertThat(found.volumes()).isEmpty();
    assertThat(found.findings()).startsWith("No configuration keeps all limits");
    assertThat(found.svg("title")).isEmpty();
  }

  @Test
  void drawsTheFrontWithWhatUsersWroteEscaped() {
    String svg = TradeOffs.of(OBJECTIVE, measured(10, 10, 5, 8, 20, 9)).svg("a & b");

    assertThat(svg).startsWith("<svg").contains("a &amp; b", "&lt;1/s&gt;", "time (ms, small is");
    assertThat(svg.split("<circle", -1))
        .as("two on the front, one other, three in the legend")
        .hasSize(1 + 3 + 3);
  }

  @Test
  void boundsWhatAReportHolds() {
    double[] values = new double[2 * 5_000];
    for (int i = 0; i < values.length; i += 2) {
      values[i] = 20 + i / 1e4;
      values[i + 1] = 5;
    }
    TradeOffs found = TradeOffs.of(OBJECTIVE, measured(values));

    assertThat(found.front()).hasSize(1);
    assertThat(found.others()).hasSizeBetween(900, 1_000);
  }

  @Test
  void isPartOfAReportInEveryRenderingAndSurvivesJson() {
    TradeOffs found = TradeOffs.of(OBJECTIVE, measured(10, 10, 5, 8, 20, 40));
    Search search =
        Searches.told(
            Searches.product(Searches.ordinal("x", 4)), 4, 1, point -> exactly(point.place(0) + 1));
    SearchReport report = SearchReport.of(search.history()).withTradeOffs(found);

    assertThat(SearchReport.fromJson(report.json())).isEqualTo(report);
    assertThat(report.html()).contains("The front: what none beats", ": front", "3 (best)");
    assertThat(report.markdown()).contains("rate (\\<1/s\\>, large is good)", "How the front grew");
    assertThat(report.text(100)).contains("3 (best)", "baseline", "hypervolume");
    assertThat(report.findings()).startsWith(found.findings().toArray(String[]::new));
  }
}

package dev.evolve.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.WantedMetric;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.search.Outcome;
import dev.evolve.search.explain.TradeOffs;
import dev.evolve.tuning.SearchPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Campaigns that weigh several metrics of a pack. */
class PackObjectiveTest {

  private static CampaignHarness campaign(BenchPack pack, int... tiles) {
    return new CampaignHarness(
        new CampaignRequest(
            CampaignFixtures.SOURCE,
            pack,
            CampaignFixtures.tile(1),
            tiles.length,
            5,
            CampaignPolicy.STANDARD,
            "tester",
            null,
            new SearchPlan("scripted", 1)),
        CampaignFixtures.scripted(tiles));
  }

  private static List<Outcome> told(CampaignHarness harness) {
    List<Outcome> told = new ArrayList<>();
    for (Candidate candidate : harness.state.search().candidates()) {
      if (candidate.result() != null) {
        told.add(candidate.result().outcome());
      }
    }
    return told;
  }

  private static double value(Outcome outcome) {
    return outcome instanceof Outcome.Measured measured ? measured.value() : Double.NaN;
  }

  private static TradeOffs tradeOffs(BenchPack pack, CampaignHarness harness) {
    return SearchedTrials.tradeOffs(pack, harness.events).orElseThrow();
  }

  @Test
  void tellsTheSearchTheWeightedMeanOfTheRatios() {
    BenchPack pack =
        CampaignFixtures.wanting(new WantedMetric("time", 3), new WantedMetric("peak-rss", 1));
    CampaignHarness harness = campaign(pack, 2, 3);
    harness.evaluator.ratio(2, 0.8).peakMebibytes(2, 2).ratio(3, 0.9);
    harness.run();

    assertThat(told(harness))
        .satisfiesExactly(
            outcome ->
                assertThat(value(outcome))
                    .isCloseTo(Math.pow(0.8, 0.75) * Math.pow(2, 0.25), within(1e-12)),
            outcome -> assertThat(value(outcome)).isCloseTo(Math.pow(0.9, 0.75), within(1e-12)));
  }

  @Test
  void rejectsWhatBreaksAHardLimitHoweverFastAndSaysWhichOne() {
    BenchPack pack =
        CampaignFixtures.wanting(
            new WantedMetric("time", 1), new WantedMetric("peak-rss", 0, 3.0, null, 1));
    CampaignHarness harness = campaign(pack, 2, 3);
    harness.evaluator.ratio(2, 0.1).peakMebibytes(2, 4).ratio(3, 0.9).peakMebibytes(3, 3);
    harness.run();

    String why = "peak-rss on the worst scenario is 4.0 MiB, above the limit of 3.0";
    assertThat(told(harness).getFirst()).isEqualTo(new Outcome.Failed(Outcome.Reason.LIMIT, why));
    assertThat(value(told(harness).getLast())).isCloseTo(0.9, within(1e-12));
    assertThat(harness.events)
        .filteredOn(DomainEvent.StageChanged.class::isInstance)
        .map(DomainEvent.StageChanged.class::cast)
        .anySatisfy(
            moved -> {
              assertThat(moved.to()).isEqualTo(ProposalStage.REJECTED);
              assertThat(moved.reason()).contains(why);
            });
    assertThat(tradeOffs(pack, harness).limits())
        .containsExactly(new TradeOffs.Refusal("peak-rss on the worst scenario <= 3", true, 1, 2));
  }

  @Test
  void letsASoftLimitCostButNotWhatItCostsTheBaselineAlready() {
    BenchPack pack =
        CampaignFixtures.wanting(
            new WantedMetric("time", 1), new WantedMetric("peak-rss", 0, null, 0.5, 1));
    CampaignHarness harness = campaign(pack, 2, 3);
    harness.evaluator.ratio(2, 0.9).ratio(3, 0.9).peakMebibytes(3, 4);
    harness.run();

    assertThat(value(told(harness).getFirst())).isCloseTo(0.9, within(1e-12));
    assertThat(value(told(harness).getLast())).isCloseTo(0.9 * 4, within(1e-12));
  }

  @Test
  void countsADeterminismClassByItsStep() {
    BenchPack pack =
        CampaignFixtures.wanting(new WantedMetric("time", 9), new WantedMetric("determinism", 1));
    CampaignHarness harness = campaign(pack, 2);
    harness.evaluator.ratio(2, 0.9);
    harness.run();

    // The double's outputs are never equal bit for bit.
    assertThat(value(told(harness).getFirst()))
        .isCloseTo(Math.pow(0.9, 0.9) * Math.exp(0.1), within(1e-12));
    assertThat(tradeOffs(pack, harness).front().getFirst().values())
        .containsEntry("determinism", 1.0);
  }

  @Test
  void weighsTheEnergyOfTheRuns() {
    BenchPack pack =
        CampaignFixtures.wanting(new WantedMetric("time", 1), new WantedMetric("energy", 1));
    CampaignHarness harness = campaign(pack, 2);
    harness.evaluator.ratio(2, 0.9).joules(2, 9);
    harness.run();

    assertThat(value(told(harness).getFirst())).isCloseTo(0.9, within(1e-12));
  }

  @Test
  void keepsTheFrontOfWhatWasScreened() {
    BenchPack pack =
        CampaignFixtures.wanting(new WantedMetric("time", 1), new WantedMetric("peak-rss", 0.2));
    CampaignHarness harness = campaign(pack, 2, 3, 4, 5);
    harness
        .evaluator
        .ratio(2, 0.5)
        .peakMebibytes(2, 8)
        .ratio(3, 0.7)
        .peakMebibytes(3, 2)
        .ratio(4, 0.8)
        .peakMebibytes(4, 3)
        .builtTo(5, "2");
    harness.run();

    TradeOffs found = tradeOffs(pack, harness);

    assertThat(found.front())
        .extracting(TradeOffs.Candidate::configuration)
        .extracting(configuration -> configuration.get("TILE"))
        .containsExactly("2", "3");
    assertThat(found.others()).hasSize(1);
    assertThat(found.front()).extracting(TradeOffs.Candidate::evaluation).containsExactly(2, 3);
    assertThat(found.sentence()).startsWith("score ").contains("time 0.5000, was 1.000");
    assertThat(SearchedTrials.tradeOffs(CampaignFixtures.pack(), harness.events)).isEmpty();
  }

  @Test
  void asksTheGatesOfAWinnerAllTheSame() {
    BenchPack pack =
        CampaignFixtures.wanting(new WantedMetric("time", 1), new WantedMetric("peak-rss", 0.2));
    CampaignHarness harness = campaign(pack, 2);
    harness.evaluator.ratio(2, 0.5);
    harness.run();

    assertThat(harness.events)
        .filteredOn(DomainEvent.Evaluated.class::isInstance)
        .map(event -> ((DomainEvent.Evaluated) event).evaluation().phase())
        .contains(Evaluation.Phase.CONFIRMATION);
    assertThat(harness.events).anyMatch(DomainEvent.GateJudged.class::isInstance);
  }
}

package dev.evolve.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.campaign.FakeEvaluator;
import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.EvaluationProgress;
import dev.evolve.measure.EvaluationRequest;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.WantedMetric;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.RiskScore;
import java.time.Instant;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CampaignReportTest {

  private static final Instant AT = Instant.parse("2026-11-30T10:00:00Z");

  private static CampaignReport report(BenchPack pack, FakeEvaluator evaluator, int... tiles) {
    CampaignReport report = new CampaignReport();
    report.add(
        new DomainEvent.CampaignStarted(
            "c", AT, CampaignFixtures.SOURCE, pack, CampaignFixtures.HARDWARE, 1, 4, 5, "tester"));
    for (int tile : tiles) {
      Changeset.Knobs change =
          new Changeset.Knobs(CampaignFixtures.tile(1), CampaignFixtures.tile(tile));
      String id = "c-p" + tile;
      report.add(
          new DomainEvent.ProposalCreated(
              "c",
              AT,
              new Proposal(
                  id,
                  "c",
                  pack.name(),
                  pack.domain(),
                  "auto-tuner",
                  "as written",
                  "none",
                  change,
                  null,
                  new RiskScore(0, new TreeMap<>())),
              "",
              ""));
      Evaluation screening =
          evaluator.evaluate(
              new EvaluationRequest(
                  id + "-screen",
                  id,
                  CampaignFixtures.SOURCE,
                  pack,
                  change,
                  Evaluation.Phase.SCREENING,
                  2),
              EvaluationProgress.NONE,
              () -> false);
      report.add(new DomainEvent.Evaluated("c", AT, screening));
    }
    return report;
  }

  @Test
  void showsTheFrontWhereThePackWantsSeveralMetrics() {
    BenchPack pack =
        CampaignFixtures.wanting(
            new WantedMetric("time", 1), new WantedMetric("peak-rss", 1, 4.0, null, 1));
    FakeEvaluator evaluator =
        new FakeEvaluator()
            .ratio(2, 0.5)
            .peakMebibytes(2, 3)
            .ratio(3, 0.9)
            .ratio(4, 0.1)
            .peakMebibytes(4, 8);

    assertThat(report(pack, evaluator, 2, 3, 4).render())
        .contains("on the front")
        .containsSubsequence("0.9487   time 0.9", "TILE=3", "1.2247   time 0.5", "TILE=2")
        .contains("<= 4: 1 of 3 configurations broke it and were rejected")
        .doesNotContain("TILE=4");
  }

  @Test
  void showsNoFrontWhereOneMetricCounts() {
    assertThat(report(CampaignFixtures.pack(), new FakeEvaluator().ratio(2, 0.5), 2).render())
        .doesNotContain("front");
  }
}

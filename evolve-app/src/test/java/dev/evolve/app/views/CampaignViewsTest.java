package dev.evolve.app.views;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.pack.BenchPack;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.proposal.RiskScore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CampaignViewsTest {

  private static final Instant START = Instant.parse("2026-11-30T08:00:00Z");

  private static final DomainEvent STARTED =
      new DomainEvent.CampaignStarted(
          "c1",
          START,
          CampaignFixtures.SOURCE,
          CampaignFixtures.pack(),
          CampaignFixtures.HARDWARE,
          1,
          4,
          5,
          "ada");

  /** A campaign with a proposal that is promoted. */
  private static final List<RecordedEvent> CAMPAIGN =
      loop(
          "c1",
          List.of(
              STARTED,
              created("p1", 1),
              moved(2, ProposalStage.PROPOSED, ProposalStage.EVALUATING, "built"),
              moved(3, ProposalStage.EVALUATING, ProposalStage.PROMOTED, "merged")));

  /** The loop that undoes it. */
  private static final List<RecordedEvent> ROLLBACK =
      loop(
          "rollback-p1",
          List.of(
              new DomainEvent.RolledBack("c1", at(9), "p1", "abc", "tree", "sha", "ada", "slow"),
              moved(9, ProposalStage.PROMOTED, ProposalStage.ROLLED_BACK, "ada: slow")));

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }

  private static DomainEvent created(String proposal, int second) {
    return new DomainEvent.ProposalCreated(
        "c1",
        at(second),
        new Proposal(
            proposal,
            "c1",
            "toy",
            BenchPack.Domain.KERNEL,
            "auto-tuner",
            "why",
            "faster",
            new Changeset.Knobs(CampaignFixtures.tile(1), CampaignFixtures.tile(2)),
            null,
            new RiskScore(0, new TreeMap<>())),
        "-1\n+2",
        "s0");
  }

  private static DomainEvent moved(
      int second, ProposalStage from, ProposalStage to, String reason) {
    return new DomainEvent.StageChanged("c1", at(second), "p1", from, to, reason);
  }

  private static List<RecordedEvent> loop(String loopId, List<DomainEvent> events) {
    List<RecordedEvent> recorded = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      recorded.add(new RecordedEvent(loopId + "-" + i, loopId, i, 1, "", "", events.get(i)));
    }
    return recorded;
  }

  @SafeVarargs
  private static CampaignViews read(List<RecordedEvent>... partitions) {
    CampaignViews views = new CampaignViews();
    for (int partition = 0; partition < partitions.length; partition++) {
      for (int offset = 0; offset < partitions[partition].size(); offset++) {
        views.recorded(partition, offset, partitions[partition].get(offset));
      }
    }
    return views;
  }

  @Test
  void showsTheSameWhicheverLoopTheLogTellsOfFirst() {
    ProposalDetail live = read(CAMPAIGN, ROLLBACK).proposal("p1").orElseThrow();
    ProposalDetail rebuilt = read(ROLLBACK, CAMPAIGN).proposal("p1").orElseThrow();

    assertThat(live.summary().stage()).isEqualTo(ProposalStage.ROLLED_BACK);
    assertThat(live.rolledBack()).isNotNull();
    assertThat(rebuilt).isEqualTo(live);
    for (int told = 1; told < CAMPAIGN.size(); told++) {
      assertThat(
              read(CAMPAIGN.subList(0, told), ROLLBACK, CAMPAIGN.subList(told, CAMPAIGN.size()))
                  .proposal("p1"))
          .as("after %d events of the campaign", told)
          .hasValue(live);
    }
  }

  @Test
  void showsAProposalOnceItIsToldThatItWasMade() {
    CampaignViews views = read(ROLLBACK);
    assertThat(views.proposal("p1")).isEmpty();
    assertThat(views.proposals(ProposalFilter.ALL)).isEmpty();
  }

  @Test
  void listsTheNewestProposalFirstThoughAnOlderOneIsChangedAnew() {
    CampaignViews views = read(CAMPAIGN, loop("c2", List.of(created("p2", 4))), ROLLBACK);

    assertThat(views.proposals(ProposalFilter.ALL))
        .extracting(ProposalSummary::id)
        .containsExactly("p2", "p1");
    assertThat(views.campaign("c1").orElseThrow().evaluations()).isEqualTo(2);
  }

  @Test
  void takesAnEventThatIsToldTwiceOnce() {
    assertThat(read(CAMPAIGN, CAMPAIGN).proposal("p1")).isEqualTo(read(CAMPAIGN).proposal("p1"));
  }
}

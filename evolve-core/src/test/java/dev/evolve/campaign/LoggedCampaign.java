package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.Evaluation.NotMeasured;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.RiskScore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Events of a campaign on the fixtures' pack as the log has them: each tile is proposed and builds
 * to the baseline's binary, then the search ends.
 */
public final class LoggedCampaign {

  private LoggedCampaign() {}

  /** The events; every candidate is a trial of 1. */
  public static List<DomainEvent> events(
      String id, HardwareProfile hardware, Instant at, int... tiles) {
    NotMeasured same = new NotMeasured(NotMeasured.Cause.SAME_BINARY, NotMeasured.BASELINE);
    List<DomainEvent> events = new ArrayList<>();
    events.add(
        new DomainEvent.CampaignStarted(
            id,
            at,
            CampaignFixtures.SOURCE,
            CampaignFixtures.pack(),
            hardware,
            1,
            tiles.length,
            5,
            "tester"));
    for (int tile : tiles) {
      events.add(proposed(id, at, tile));
      events.add(screened(id, at, tile, hardware, same));
    }
    events.add(new DomainEvent.SearchFinished(id, at, "done"));
    return events;
  }

  /** The same as recorded. */
  public static List<RecordedEvent> recorded(List<DomainEvent> events) {
    List<RecordedEvent> recorded = new ArrayList<>();
    for (DomainEvent event : events) {
      String loop = event.campaignId();
      int sequence = recorded.size();
      recorded.add(new RecordedEvent(loop + "-" + sequence, loop, sequence, 1, "", "", event));
    }
    return recorded;
  }

  static DomainEvent proposed(String campaign, Instant at, int tile) {
    return new DomainEvent.ProposalCreated(
        campaign,
        at,
        new Proposal(
            campaign + "-p" + tile,
            campaign,
            CampaignFixtures.pack().name(),
            CampaignFixtures.pack().domain(),
            "auto-tuner",
            "as written",
            "none",
            new Changeset.Knobs(CampaignFixtures.tile(1), CampaignFixtures.tile(tile)),
            null,
            new RiskScore(0, new TreeMap<>())),
        "",
        "");
  }

  static DomainEvent screened(
      String campaign, Instant at, int tile, HardwareProfile hardware, NotMeasured notMeasured) {
    return new DomainEvent.Evaluated(
        campaign,
        at,
        new Evaluation(
            campaign + "-p" + tile + "-screen",
            campaign + "-p" + tile,
            Evaluation.Phase.SCREENING,
            1,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            hardware,
            new Evaluation.SandboxRecord("none", List.of(), List.of()),
            notMeasured));
  }
}

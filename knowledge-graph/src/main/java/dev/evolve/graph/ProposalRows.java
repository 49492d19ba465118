package dev.evolve.graph;

import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.pack.Configuration;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import java.util.List;
import java.util.Optional;

/** What a new proposal writes: itself, its agent, its changeset and the configurations in it. */
final class ProposalRows {

  private ProposalRows() {}

  static Row created(RecordedEvent event, DomainEvent.ProposalCreated created) {
    Proposal proposal = created.proposal();
    Changeset changeset = proposal.changeset();
    return EventMapping.rowOf(event)
        .key("campaignId", created.campaignId())
        .row("agent", EventMapping.madeBy(event).key("name", proposal.agent()))
        .row("proposal", proposal(event, created))
        .row("stage", EventMapping.stage(event, ProposalStage.PROPOSED, "proposed"))
        .row("changeset", changeset(event, created))
        .rows("baselines", configurations(event, proposal, from(changeset)))
        .rows("targets", configurations(event, proposal, to(changeset)))
        .keys("parents", Optional.ofNullable(proposal.parentId()).stream().toList());
  }

  private static Row proposal(RecordedEvent event, DomainEvent.ProposalCreated created) {
    Proposal proposal = created.proposal();
    return EventMapping.madeBy(event)
        .key("id", proposal.id())
        .key("campaignId", proposal.campaignId())
        .key("pack", proposal.pack())
        .key("domain", proposal.domain().name())
        .key("agent", proposal.agent())
        .text("rationale", proposal.rationale())
        .text("expectedEffect", proposal.expectedEffect())
        .number("riskScore", proposal.risk().value())
        .text("configuration", describe(proposal.changeset(), created.diff()))
        .key("changesetId", changesetId(created))
        .text("searchStateSha256", created.searchStateSha256());
  }

  private static Row changeset(RecordedEvent event, DomainEvent.ProposalCreated created) {
    Changeset changeset = created.proposal().changeset();
    return EventMapping.madeBy(event)
        .key("id", changesetId(created))
        .key("kind", kind(changeset))
        .text("configuration", describe(changeset, created.diff()))
        .key("diffSha256", Digests.sha256(created.diff()))
        .count("diffCharacters", created.diff().length());
  }

  /** Equal changesets with equal diffs are one. */
  private static String changesetId(DomainEvent.ProposalCreated created) {
    return Digests.sha256(Json.write(created.proposal().changeset()) + '\n' + created.diff());
  }

  private static String kind(Changeset changeset) {
    return switch (changeset) {
      case Changeset.Knobs knobs -> "KNOBS";
      case Changeset.Diff diff -> "DIFF";
      case Changeset.KnobsAndDiff both -> "KNOBS_AND_DIFF";
    };
  }

  /** What it sets against the baseline, in one line. */
  private static String describe(Changeset changeset, String diff) {
    String named = "diff " + Digests.sha256(diff).substring(0, 12);
    return switch (changeset) {
      case Changeset.Knobs knobs -> knobs.to().describeAgainst(knobs.from());
      case Changeset.Diff onlyDiff -> named;
      case Changeset.KnobsAndDiff both -> both.to().describeAgainst(both.from()) + " + " + named;
    };
  }

  private static Optional<Configuration> from(Changeset changeset) {
    return switch (changeset) {
      case Changeset.Knobs knobs -> Optional.of(knobs.from());
      case Changeset.Diff diff -> Optional.empty();
      case Changeset.KnobsAndDiff both -> Optional.of(both.from());
    };
  }

  private static Optional<Configuration> to(Changeset changeset) {
    return switch (changeset) {
      case Changeset.Knobs knobs -> Optional.of(knobs.to());
      case Changeset.Diff diff -> Optional.empty();
      case Changeset.KnobsAndDiff both -> Optional.of(both.to());
    };
  }

  private static List<Row> configurations(
      RecordedEvent event, Proposal proposal, Optional<Configuration> configuration) {
    return configuration.stream()
        .map(
            values ->
                EventMapping.madeBy(event)
                    .key("pack", proposal.pack())
                    .key("digest", values.digest())
                    .text("values", values.describe()))
        .toList();
  }
}

package dev.evolve.app.views;

import dev.evolve.campaign.ScreeningVerdict;
import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.promotion.Approval;
import dev.evolve.promotion.RollbackRehearsal;
import dev.evolve.proposal.Changeset;
import dev.evolve.proposal.Proposal;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.GateFinding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gathers a proposal from its events. Confined to whoever folds. */
final class ProposalFold {

  private final BenchPack pack;
  private final Proposal proposal;
  private final String diff;
  private final List<DomainEvent.StageChanged> history = new ArrayList<>();
  private final List<GateFinding> findings = new ArrayList<>();
  private ProposalStage stage = ProposalStage.PROPOSED;
  private String reason = "proposed";
  private Instant updatedAt;
  private @Nullable Evaluation screening;
  private @Nullable Evaluation confirmation;
  private @Nullable CanaryReport canary;
  private @Nullable RollbackRehearsal rehearsal;
  private DomainEvent.@Nullable Committed committed;
  private @Nullable Approval approval;
  private DomainEvent.@Nullable Merged merged;
  private DomainEvent.@Nullable RolledBack rolledBack;

  ProposalFold(BenchPack pack, DomainEvent.ProposalCreated created) {
    this.pack = pack;
    this.proposal = created.proposal();
    this.diff = created.diff();
    this.updatedAt = created.at();
  }

  void moved(DomainEvent.StageChanged event) {
    history.add(event);
    stage = event.to();
    reason = event.reason();
    updatedAt = event.at();
  }

  void evaluated(DomainEvent.Evaluated event) {
    if (event.evaluation().phase() == Evaluation.Phase.SCREENING) {
      screening = event.evaluation();
    } else {
      confirmation = event.evaluation();
    }
    updatedAt = event.at();
  }

  void judged(DomainEvent.GateJudged event) {
    findings.add(event.finding());
    updatedAt = event.at();
  }

  void canary(DomainEvent.CanaryJudged event) {
    canary = event.report();
    updatedAt = event.at();
  }

  void rehearsed(DomainEvent.RollbackRehearsed event) {
    rehearsal = event.rehearsal();
  }

  void committed(DomainEvent.Committed event) {
    committed = event;
  }

  void approved(DomainEvent.Approved event) {
    approval = event.approval();
  }

  void merged(DomainEvent.Merged event) {
    merged = event;
  }

  void mergeRefused(DomainEvent.MergeRefused event) {
    reason = "the repository refused the merge: " + event.reason();
    approval = null;
    updatedAt = event.at();
  }

  void rolledBack(DomainEvent.RolledBack event) {
    rolledBack = event;
  }

  /** The ratio that it was screened at, if it was and did not fail. */
  Optional<Double> screenedRatio() {
    if (screening == null) {
      return Optional.empty();
    }
    return ScreeningVerdict.ratioOf(pack, screening);
  }

  ProposalSummary summary() {
    Optional<Effect> worst =
        findings.stream()
            .flatMap(finding -> finding.effects().stream())
            .max(Comparator.comparingDouble(Effect::ratio));
    Double gain =
        worst
            .map(effect -> 1 - effect.ratio())
            .or(() -> screenedRatio().map(r -> 1 - r))
            .orElse(null);
    return new ProposalSummary(
        proposal.id(),
        proposal.campaignId(),
        proposal.pack(),
        stage,
        reason,
        proposal.agent(),
        describe(),
        gain,
        worst.map(effect -> 1 - effect.high()).orElse(null),
        worst.map(effect -> 1 - effect.low()).orElse(null),
        findings.stream()
            .map(f -> new ProposalSummary.GateBadge(f.gate(), f.verdict().name()))
            .toList(),
        proposal.risk().value(),
        updatedAt);
  }

  ProposalDetail detail() {
    return new ProposalDetail(
        summary(),
        proposal,
        diff,
        history,
        screening,
        confirmation,
        findings,
        canary,
        rehearsal,
        committed,
        approval,
        merged,
        rolledBack);
  }

  private String describe() {
    return switch (proposal.changeset()) {
      case Changeset.Knobs knobs -> knobs.to().describeAgainst(knobs.from());
      case Changeset.Diff change -> change.unifiedDiff().lines().count() + " lines of diff";
      case Changeset.KnobsAndDiff both -> both.to().describeAgainst(both.from()) + " and a diff";
    };
  }
}

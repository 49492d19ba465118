package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.measure.Evaluation;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.tuning.TrialResult;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Applies events to a campaign's state: the one method by which a state changes. Pure from the
 * outside: an instance is the state of one step in the making.
 */
final class CampaignFold {

  private final CampaignState before;
  private long eventCount;
  private CampaignState.@Nullable Opening opening;
  private SearchProgress search;
  private @Nullable String currentId;
  private @Nullable Validation validation;
  private CampaignState.@Nullable Outcome closing;
  private CampaignState.@Nullable Outcome outcome;

  private CampaignFold(CampaignState before) {
    this.before = before;
    this.eventCount = before.eventCount();
    this.opening = before.opening();
    this.search = before.search();
    this.currentId = before.currentId();
    this.validation = before.validation();
    this.closing = before.closing();
    this.outcome = before.outcome();
  }

  /** The state after one more step with these events. */
  static CampaignState advance(CampaignState state, List<DomainEvent> events) {
    CampaignFold fold = new CampaignFold(state);
    for (DomainEvent event : events) {
      fold.apply(event);
      fold.count(event.at());
    }
    return fold.state(state.stepIndex() + 1);
  }

  private CampaignState state(long stepIndex) {
    return new CampaignState(
        before.campaignId(),
        before.seed(),
        stepIndex,
        eventCount,
        before.request(),
        opening,
        search,
        currentId,
        validation,
        closing,
        outcome);
  }

  private void count(Instant at) {
    CampaignState.Opening known = state(before.stepIndex()).openingOrThrow();
    opening = new CampaignState.Opening(known.at(), at, known.hardware());
    eventCount++;
  }

  private void apply(DomainEvent event) {
    switch (event) {
      case DomainEvent.CampaignStarted started ->
          opening = new CampaignState.Opening(started.at(), started.at(), started.hardware());
      case DomainEvent.ProposalCreated created ->
          search =
              search.plus(
                  new Candidate(
                      created.proposal(),
                      created.diff(),
                      created.searchStateSha256(),
                      ProposalStage.PROPOSED,
                      null,
                      "proposed",
                      created.choice(),
                      null));
      case DomainEvent.StageChanged moved -> moved(moved);
      case DomainEvent.Evaluated evaluated -> evaluated(evaluated);
      case DomainEvent.SearchFinished finished -> search = search.end(finished.reason());
      case DomainEvent.GateJudged judged ->
          validated(
              v ->
                  v.with(judged.finding())
                      .did(
                          action(
                              "gate " + judged.finding().gate(),
                              judged.at(),
                              judged.finding().verdict() + ": " + judged.finding().summary())));
      case DomainEvent.CanaryJudged judged ->
          validated(
              v ->
                  v.with(judged.report())
                      .did(
                          action(
                              "canary stage " + judged.report().stages().size(),
                              judged.at(),
                              judged.report().verdict() + ": " + judged.report().summary())));
      case DomainEvent.RollbackRehearsed rehearsed ->
          validated(
              v ->
                  v.with(rehearsed.rehearsal())
                      .did(
                          action(
                              "rehearse rollback",
                              rehearsed.at(),
                              rehearsed.rehearsal().problem().isEmpty()
                                  ? "tree restored"
                                  : rehearsed.rehearsal().problem())));
      case DomainEvent.Committed committed ->
          validated(
              v ->
                  v.with(
                      new ProposalCommit(
                          committed.branch(), committed.commit(), committed.envelopeSha256())));
      case DomainEvent.Approved approved -> validated(v -> v.with(approved.approval()));
      case DomainEvent.Declined declined -> declined(declined);
      case DomainEvent.MergeRefused refused -> validated(Validation::mergeRefused);
      case DomainEvent.Merged merged -> {}
      case DomainEvent.RolledBack rolledBack -> {}
      case DomainEvent.ProfileImported imported -> {}
      case DomainEvent.ProfileRevalidated revalidated -> {}
      case DomainEvent.ProfileQuarantined quarantined -> {}
      case DomainEvent.ProfilePinned pinned -> {}
      case DomainEvent.TrialsImported imported -> {}
      case DomainEvent.TrialsForgotten forgotten -> {}
      case DomainEvent.CampaignFinished finished ->
          outcome = new CampaignState.Outcome(finished.outcome(), finished.summary());
    }
  }

  private void declined(DomainEvent.Declined declined) {
    closing =
        new CampaignState.Outcome(
            "declined", declined.decision().person() + ": " + declined.decision().reason());
  }

  private void moved(DomainEvent.StageChanged moved) {
    search = search.change(moved.proposalId(), c -> c.moved(moved.to(), moved.reason()));
    if (moved.to() != ProposalStage.REJECTED || !moved.proposalId().equals(currentId)) {
      return;
    }
    if (closing == null && moved.from() == ProposalStage.AWAITING_APPROVAL) {
      closing = new CampaignState.Outcome("base-moved", moved.reason());
    }
    currentId = null;
    validation = null;
  }

  private void evaluated(DomainEvent.Evaluated evaluated) {
    Evaluation evaluation = evaluated.evaluation();
    if (evaluation.phase() == Evaluation.Phase.SCREENING) {
      TrialResult result = Screenings.result(state(before.stepIndex()), evaluation);
      search = search.change(evaluation.proposalId(), candidate -> candidate.screenedAs(result));
      return;
    }
    currentId = evaluation.proposalId();
    validation =
        Validation.of(evaluation)
            .did(
                action(
                    "confirm",
                    evaluated.at(),
                    evaluation.runs().size() + " runs on " + evaluation.hardware().cpuModel()));
  }

  private void validated(UnaryOperator<Validation> change) {
    validation = change.apply(state(before.stepIndex()).validationOrThrow());
  }

  private static OutputEnvelope.Action action(String step, Instant at, String detail) {
    return new OutputEnvelope.Action(step, at, detail);
  }
}

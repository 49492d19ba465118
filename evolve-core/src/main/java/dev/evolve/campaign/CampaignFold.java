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

/** Applies events to a campaign's state: the one method by which a state changes. Pure. */
final class CampaignFold {

  private CampaignFold() {}

  /** The state after one more step with these events. */
  static CampaignState advance(CampaignState state, List<DomainEvent> events) {
    CampaignState next = state;
    for (DomainEvent event : events) {
      next = counted(apply(next, event), event.at());
    }
    return new CampaignState(
        next.campaignId(),
        next.seed(),
        state.stepIndex() + 1,
        next.eventCount(),
        next.request(),
        next.opening(),
        next.search(),
        next.currentId(),
        next.validation(),
        next.closing(),
        next.outcome());
  }

  private static CampaignState apply(CampaignState state, DomainEvent event) {
    return switch (event) {
      case DomainEvent.CampaignStarted started ->
          with(
              state,
              new CampaignState.Opening(started.at(), started.at(), started.hardware()),
              state.outcome());
      case DomainEvent.ProposalCreated created ->
          with(
              state,
              state
                  .search()
                  .plus(
                      new Candidate(
                          created.proposal(),
                          created.diff(),
                          created.searchStateSha256(),
                          ProposalStage.PROPOSED,
                          null,
                          "proposed",
                          created.choice(),
                          null)));
      case DomainEvent.StageChanged moved -> moved(state, moved);
      case DomainEvent.Evaluated evaluated -> evaluated(state, evaluated);
      case DomainEvent.SearchFinished finished ->
          with(state, state.search().end(finished.reason()));
      case DomainEvent.GateJudged judged ->
          validated(
              state,
              v ->
                  v.with(judged.finding())
                      .did(
                          action(
                              "gate " + judged.finding().gate(),
                              judged.at(),
                              judged.finding().verdict() + ": " + judged.finding().summary())));
      case DomainEvent.CanaryJudged judged ->
          validated(
              state,
              v ->
                  v.with(judged.report())
                      .did(
                          action(
                              "canary stage " + judged.report().stages().size(),
                              judged.at(),
                              judged.report().verdict() + ": " + judged.report().summary())));
      case DomainEvent.RollbackRehearsed rehearsed ->
          validated(
              state,
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
              state,
              v ->
                  v.with(
                      new ProposalCommit(
                          committed.branch(), committed.commit(), committed.envelopeSha256())));
      case DomainEvent.Approved approved -> validated(state, v -> v.with(approved.approval()));
      case DomainEvent.Declined declined -> declined(state, declined);
      case DomainEvent.MergeRefused refused -> validated(state, Validation::mergeRefused);
      case DomainEvent.Merged merged -> state;
      case DomainEvent.RolledBack rolledBack -> state;
      case DomainEvent.ProfileImported imported -> state;
      case DomainEvent.ProfileRevalidated revalidated -> state;
      case DomainEvent.ProfileQuarantined quarantined -> state;
      case DomainEvent.ProfilePinned pinned -> state;
      case DomainEvent.TrialsImported imported -> state;
      case DomainEvent.TrialsForgotten forgotten -> state;
      case DomainEvent.CampaignFinished finished ->
          with(
              state,
              state.opening(),
              new CampaignState.Outcome(finished.outcome(), finished.summary()));
    };
  }

  private static CampaignState declined(CampaignState state, DomainEvent.Declined declined) {
    return new CampaignState(
        state.campaignId(),
        state.seed(),
        state.stepIndex(),
        state.eventCount(),
        state.request(),
        state.opening(),
        state.search(),
        state.currentId(),
        state.validation(),
        new CampaignState.Outcome(
            "declined", declined.decision().person() + ": " + declined.decision().reason()),
        state.outcome());
  }

  private static CampaignState moved(CampaignState state, DomainEvent.StageChanged moved) {
    SearchProgress search =
        state.search().change(moved.proposalId(), c -> c.moved(moved.to(), moved.reason()));
    boolean leaves =
        moved.to() == ProposalStage.REJECTED && moved.proposalId().equals(state.currentId());
    CampaignState.Outcome closing = state.closing();
    if (closing == null && leaves && moved.from() == ProposalStage.AWAITING_APPROVAL) {
      closing = new CampaignState.Outcome("base-moved", moved.reason());
    }
    return new CampaignState(
        state.campaignId(),
        state.seed(),
        state.stepIndex(),
        state.eventCount(),
        state.request(),
        state.opening(),
        search,
        leaves ? null : state.currentId(),
        leaves ? null : state.validation(),
        closing,
        state.outcome());
  }

  private static CampaignState evaluated(CampaignState state, DomainEvent.Evaluated evaluated) {
    Evaluation evaluation = evaluated.evaluation();
    if (evaluation.phase() == Evaluation.Phase.SCREENING) {
      TrialResult result = Screenings.result(state, evaluation);
      return with(
          state,
          state
              .search()
              .change(evaluation.proposalId(), candidate -> candidate.screenedAs(result)));
    }
    Validation validation =
        Validation.of(evaluation)
            .did(
                action(
                    "confirm",
                    evaluated.at(),
                    evaluation.runs().size() + " runs on " + evaluation.hardware().cpuModel()));
    return new CampaignState(
        state.campaignId(),
        state.seed(),
        state.stepIndex(),
        state.eventCount(),
        state.request(),
        state.opening(),
        state.search(),
        evaluation.proposalId(),
        validation,
        state.closing(),
        state.outcome());
  }

  private static CampaignState validated(CampaignState state, UnaryOperator<Validation> change) {
    return new CampaignState(
        state.campaignId(),
        state.seed(),
        state.stepIndex(),
        state.eventCount(),
        state.request(),
        state.opening(),
        state.search(),
        state.currentId(),
        change.apply(state.validationOrThrow()),
        state.closing(),
        state.outcome());
  }

  private static CampaignState with(CampaignState state, SearchProgress search) {
    return new CampaignState(
        state.campaignId(),
        state.seed(),
        state.stepIndex(),
        state.eventCount(),
        state.request(),
        state.opening(),
        search,
        state.currentId(),
        state.validation(),
        state.closing(),
        state.outcome());
  }

  private static CampaignState with(
      CampaignState state,
      CampaignState.@Nullable Opening opening,
      CampaignState.@Nullable Outcome outcome) {
    return new CampaignState(
        state.campaignId(),
        state.seed(),
        state.stepIndex(),
        state.eventCount(),
        state.request(),
        opening,
        state.search(),
        state.currentId(),
        state.validation(),
        state.closing(),
        outcome);
  }

  private static CampaignState counted(CampaignState state, Instant at) {
    CampaignState.Opening opening = state.openingOrThrow();
    return new CampaignState(
        state.campaignId(),
        state.seed(),
        state.stepIndex(),
        state.eventCount() + 1,
        state.request(),
        new CampaignState.Opening(opening.at(), at, opening.hardware()),
        state.search(),
        state.currentId(),
        state.validation(),
        state.closing(),
        state.outcome());
  }

  private static OutputEnvelope.Action action(String step, Instant at, String detail) {
    return new OutputEnvelope.Action(step, at, detail);
  }
}

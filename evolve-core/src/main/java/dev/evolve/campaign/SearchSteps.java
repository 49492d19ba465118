package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.loop.Cancellation;
import dev.evolve.proposal.ProposalStage;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of a campaign that carry its search on or end it. */
final class SearchSteps {

  private final EvaluationSteps evaluations;
  private final DailyLimits limits;
  private final InstantSource clock;

  SearchSteps(EvaluationSteps evaluations, DailyLimits limits, InstantSource clock) {
    this.evaluations = evaluations;
    this.limits = limits;
    this.clock = clock;
  }

  /** The day's budgets are asked here, not in the plan: the answer is recorded and replayed. */
  List<DomainEvent> screen(CampaignState state, Candidate candidate, Cancellation cancellation)
      throws InterruptedException {
    Optional<String> refusal = limits.reserve(next(state, candidate));
    if (refusal.isPresent()) {
      return end(refusal.get(), state);
    }
    boolean hasEvents = false;
    try {
      List<DomainEvent> events = evaluations.screen(state, candidate, cancellation);
      hasEvents = true;
      return events;
    } finally {
      if (!hasEvents) {
        limits.release(state.campaignId());
      }
    }
  }

  private DailyLimits.NextMeasurement next(CampaignState state, Candidate candidate) {
    return new DailyLimits.NextMeasurement(
        state.campaignId(),
        state.eventCount(),
        candidate.proposal().agent(),
        candidate.proposal().pack(),
        state.search().meanCost(),
        clock.instant());
  }

  List<DomainEvent> end(String reason, CampaignState state) {
    List<DomainEvent> events = new ArrayList<>();
    events.add(new DomainEvent.SearchFinished(state.campaignId(), clock.instant(), reason));
    List<Candidate> finalists = state.finalists();
    for (Candidate candidate : state.search().candidates()) {
      if (candidate.stage() == ProposalStage.EVALUATING && !finalists.contains(candidate)) {
        events.add(
            new DomainEvent.StageChanged(
                state.campaignId(),
                clock.instant(),
                candidate.proposal().id(),
                ProposalStage.EVALUATING,
                ProposalStage.REJECTED,
                candidate.wasTold()
                    ? Proposals.notChosen(candidate, state.request().pack())
                    : "not measured: " + reason));
      }
    }
    return events;
  }
}

package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.loop.Cancellation;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.EvaluationRequest;
import dev.evolve.proposal.ProposalStage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The steps of a campaign that build and measure. */
final class EvaluationSteps {

  private final CampaignPorts ports;

  EvaluationSteps(CampaignPorts ports) {
    this.ports = ports;
  }

  List<DomainEvent> screen(CampaignState state, Candidate candidate, Cancellation cancellation)
      throws InterruptedException {
    Evaluation evaluation =
        evaluate(
            state,
            candidate,
            Evaluation.Phase.SCREENING,
            state.request().policy().screeningRounds(),
            cancellation);
    List<DomainEvent> events = new ArrayList<>();
    events.add(new DomainEvent.Evaluated(state.campaignId(), now(), evaluation));
    ScreeningVerdict verdict = ScreeningVerdict.of(state.request().pack(), evaluation);
    if (verdict.ratio().isEmpty()) {
      events.add(
          new DomainEvent.StageChanged(
              state.campaignId(),
              now(),
              candidate.proposal().id(),
              ProposalStage.EVALUATING,
              ProposalStage.REJECTED,
              verdict.problem()));
    }
    return events;
  }

  List<DomainEvent> confirm(CampaignState state, Candidate candidate, Cancellation cancellation)
      throws InterruptedException {
    Evaluation evaluation =
        evaluate(
            state,
            candidate,
            Evaluation.Phase.CONFIRMATION,
            state.request().policy().confirmationRounds(),
            cancellation);
    return List.of(new DomainEvent.Evaluated(state.campaignId(), now(), evaluation));
  }

  private Evaluation evaluate(
      CampaignState state,
      Candidate candidate,
      Evaluation.Phase phase,
      int rounds,
      Cancellation cancellation)
      throws InterruptedException {
    String proposalId = candidate.proposal().id();
    EvaluationRequest request =
        new EvaluationRequest(
            proposalId + (phase == Evaluation.Phase.SCREENING ? "-screen" : "-confirm"),
            proposalId,
            state.request().source(),
            state.request().pack(),
            candidate.proposal().changeset(),
            phase,
            rounds);
    return ports
        .evaluator()
        .evaluate(request, new TelemetryProgress(ports, state, proposalId, phase), cancellation);
  }

  private Instant now() {
    return ports.clock().instant();
  }
}

package dev.evolve.campaign;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.loop.Cancellation;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.EvaluationRequest;
import dev.evolve.measure.SoakObservation;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.tuning.TrialResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of a campaign that build and measure. */
final class EvaluationSteps {

  private static final String SCREEN = "-screen";
  private static final int FAILURES_IN_A_ROW = 3;

  private final CampaignPorts ports;

  EvaluationSteps(CampaignPorts ports) {
    this.ports = ports;
  }

  List<DomainEvent> screen(CampaignState state, Candidate candidate, Cancellation cancellation)
      throws InterruptedException {
    Evaluation evaluation = screening(state, candidate, cancellation);
    List<DomainEvent> events = new ArrayList<>();
    events.add(new DomainEvent.Evaluated(state.campaignId(), now(), evaluation));
    String rejection = Screenings.rejection(state, evaluation);
    if (!rejection.isEmpty()) {
      events.add(
          new DomainEvent.StageChanged(
              state.campaignId(),
              now(),
              candidate.proposal().id(),
              ProposalStage.EVALUATING,
              ProposalStage.REJECTED,
              rejection));
    }
    return events;
  }

  /** A failure of the machine is no failure of the candidate, unless it happens again and again. */
  private Evaluation screening(CampaignState state, Candidate candidate, Cancellation cancellation)
      throws InterruptedException {
    try {
      return evaluate(
          state,
          candidate,
          Evaluation.Phase.SCREENING,
          state.request().policy().screeningRounds(),
          cancellation);
    } catch (EvolveException e) {
      boolean isOfTheMachine = e.code().category() == ErrorCode.Category.RESOURCE;
      if (!isOfTheMachine || failuresInARow(state) + 1 >= FAILURES_IN_A_ROW) {
        throw e;
      }
      return notMeasured(state, candidate, String.valueOf(e.getMessage()));
    }
  }

  /** How many screenings in a row, the newest first, failed for the machine's sake. */
  private static int failuresInARow(CampaignState state) {
    int count = 0;
    for (Candidate candidate : state.search().candidates().reversed()) {
      TrialResult result = candidate.result();
      if (result != null && result.saysSomething()) {
        return count;
      }
      count += result == null ? 0 : 1;
    }
    return count;
  }

  private static Evaluation notMeasured(CampaignState state, Candidate candidate, String why) {
    String proposalId = candidate.proposal().id();
    return new Evaluation(
        proposalId + SCREEN,
        proposalId,
        Evaluation.Phase.SCREENING,
        0,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        state.openingOrThrow().hardware(),
        new Evaluation.SandboxRecord("none", List.of(), List.of()),
        new Evaluation.NotMeasured(Evaluation.NotMeasured.Cause.INFRASTRUCTURE, why));
  }

  List<DomainEvent> confirm(CampaignState state, Candidate candidate, Cancellation cancellation)
      throws InterruptedException {
    Evaluation evaluation =
        evaluate(
            state,
            candidate,
            Evaluation.Phase.CONFIRMATION,
            state.request().confirmationRounds(),
            cancellation);
    DomainEvent.Evaluated confirmed =
        new DomainEvent.Evaluated(state.campaignId(), now(), evaluation);
    Optional<String> plan = Soaks.worthwhile(state, confirmed, ports.gates());
    if (plan.isEmpty()) {
      return List.of(confirmed);
    }
    TelemetryProgress progress =
        new TelemetryProgress(
            ports, state, candidate.proposal().id(), Evaluation.Phase.CONFIRMATION);
    progress.soaked(plan.get(), 0, 0);
    List<SoakObservation> soaks =
        ports
            .evaluator()
            .soak(
                request(
                    state,
                    candidate,
                    Evaluation.Phase.CONFIRMATION,
                    state.request().confirmationRounds()),
                evaluation,
                progress,
                cancellation);
    return List.of(
        new DomainEvent.Evaluated(state.campaignId(), now(), evaluation.withSoaks(soaks)));
  }

  private Evaluation evaluate(
      CampaignState state,
      Candidate candidate,
      Evaluation.Phase phase,
      int rounds,
      Cancellation cancellation)
      throws InterruptedException {
    return ports
        .evaluator()
        .evaluate(
            request(state, candidate, phase, rounds),
            new TelemetryProgress(ports, state, candidate.proposal().id(), phase),
            cancellation);
  }

  private static EvaluationRequest request(
      CampaignState state, Candidate candidate, Evaluation.Phase phase, int rounds) {
    String proposalId = candidate.proposal().id();
    return new EvaluationRequest(
        proposalId + (phase == Evaluation.Phase.SCREENING ? SCREEN : "-confirm"),
        proposalId,
        state.request().source(),
        state.request().pack(),
        candidate.proposal().changeset(),
        phase,
        rounds,
        phase == Evaluation.Phase.CONFIRMATION
            ? state.request().policy().maximumConfirmations()
            : 0,
        phase == Evaluation.Phase.CONFIRMATION ? ScreeningNoise.of(state) : null,
        phase == Evaluation.Phase.SCREENING ? state.search().measuredBinaries() : null);
  }

  private Instant now() {
    return ports.clock().instant();
  }
}

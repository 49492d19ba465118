package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.loop.Cancellation;
import dev.evolve.pack.BenchPack;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.rollout.ArmObservation;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryStageRequest;
import dev.evolve.rollout.CanaryVerdict;
import dev.evolve.telemetry.TelemetryEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The steps of a campaign that move traffic. */
final class CanarySteps {

  private static final int VERSION = 1;

  private final CampaignPorts ports;

  CanarySteps(CampaignPorts ports) {
    this.ports = ports;
  }

  List<DomainEvent> runStage(CampaignState state, int stage, Cancellation cancellation)
      throws InterruptedException {
    BenchPack pack = state.request().pack();
    if (pack.serviceIfAny().isEmpty()) {
      return reject(
          state, "the pack declares no service, so no canary can show what traffic makes of it");
    }
    announce(state, stage);
    CanaryStageReport observed = ports.canaryTarget().runStage(request(state, stage), cancellation);
    publish(state, observed);
    List<CanaryStageReport> stages = new ArrayList<>();
    CanaryReport before = state.validationOrThrow().canary();
    if (before != null) {
      stages.addAll(before.stages());
    }
    stages.add(observed);
    return judged(state, ports.canaryJudge().judge(pack, stages).of(subject(state)));
  }

  /** Takes the candidate out of traffic, if it was in. */
  void stop(CampaignState state) {
    ports.canaryTarget().stop(canaryId(state));
  }

  private List<DomainEvent> judged(CampaignState state, CanaryReport report) {
    List<DomainEvent> events = new ArrayList<>();
    events.add(
        new DomainEvent.CanaryJudged(
            state.campaignId(), now(), state.currentOrThrow().proposal().id(), report));
    if (report.verdict() == CanaryVerdict.REVERT
        || report.verdict() == CanaryVerdict.INCONCLUSIVE) {
      stop(state);
      events.addAll(reject(state, "canary " + report.verdict() + ": " + report.summary()));
    }
    return events;
  }

  private List<DomainEvent> reject(CampaignState state, String reason) {
    return List.of(
        new DomainEvent.StageChanged(
            state.campaignId(),
            now(),
            state.currentOrThrow().proposal().id(),
            ProposalStage.CANARY,
            ProposalStage.REJECTED,
            reason));
  }

  private void announce(CampaignState state, int stage) {
    List<BenchPack.Canary.Stage> stages = state.request().pack().canary().stages();
    BenchPack.Canary.Stage next = stages.get(stage);
    ports
        .progress()
        .report(
            state.campaignId(),
            state.currentOrThrow().proposal().id(),
            "canary",
            String.format(
                Locale.ROOT,
                "%.0f %% of %d requests to the candidate",
                100 * next.weight(),
                next.requests()),
            stage,
            stages.size());
  }

  private CanaryStageRequest request(CampaignState state, int stage) {
    return new CanaryStageRequest(
        canaryId(state),
        state.request().source(),
        state.request().pack(),
        Artifacts.baseline(state),
        Artifacts.candidate(state),
        stage,
        state.seed() + stage);
  }

  private static CanaryReport.Subject subject(CampaignState state) {
    return new CanaryReport.Subject(
        state.currentOrThrow().proposal().id(),
        Artifacts.baseline(state),
        Artifacts.candidate(state));
  }

  private static String canaryId(CampaignState state) {
    return state.currentOrThrow().proposal().id();
  }

  private void publish(CampaignState state, CanaryStageReport report) {
    for (ArmObservation arm : List.of(report.baseline(), report.candidate())) {
      if (!arm.latenciesMs().isEmpty()) {
        ports
            .telemetry()
            .publish(
                new TelemetryEvent.ServeScheduler(
                    VERSION,
                    now(),
                    state.openingOrThrow().hardware().id(),
                    state.seed(),
                    state.request().pack().name(),
                    canaryId(state),
                    report.stage(),
                    report.weight(),
                    arm.arm().name().toLowerCase(Locale.ROOT),
                    arm.requests(),
                    arm.errors(),
                    quantile(arm, 0.50),
                    quantile(arm, 0.95),
                    quantile(arm, 0.99)));
      }
    }
  }

  /** Empirical quantile, nearest rank. */
  private static double quantile(ArmObservation arm, double share) {
    List<Double> sorted = arm.latenciesMs().stream().sorted().toList();
    int rank = (int) Math.ceil(share * sorted.size());
    return sorted.get(Math.max(0, rank - 1));
  }

  private Instant now() {
    return ports.clock().instant();
  }
}

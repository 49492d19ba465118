package dev.evolve.campaign;

import dev.evolve.artifact.DeploymentStore;
import dev.evolve.event.DomainEvent;
import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.loop.Cancellation;
import dev.evolve.loop.Done;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Plan;
import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.measure.Arm;
import dev.evolve.pack.BenchPack;
import dev.evolve.proposal.ProposalStage;
import dev.evolve.rollout.ArmObservation;
import dev.evolve.rollout.CanaryJudge;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryStageRequest;
import dev.evolve.rollout.CanaryTarget;
import dev.evolve.rollout.CanaryVerdict;
import dev.evolve.search.Strategy;
import dev.evolve.telemetry.EventBus;
import dev.evolve.telemetry.TelemetryEvent;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Drives a campaign by hand: next, perform, advance. State goes through its codec at every step, as
 * if the process were another each time.
 */
final class CampaignHarness {

  final FakeEvaluator evaluator = new FakeEvaluator();
  final FakeForge forge = new FakeForge();
  final Map<String, DeploymentStore.Deployment> deployed = new HashMap<>();
  final List<TelemetryEvent> telemetry = new ArrayList<>();
  final List<DomainEvent> events = new ArrayList<>();
  final List<String> canariesStopped = new ArrayList<>();
  CanaryVerdict canaryVerdict = CanaryVerdict.PROMOTE;
  Predicate<GateInput> perfPasses = input -> true;
  boolean performTwice;
  CampaignState state;

  private final CampaignLoop loop;
  private final CampaignWorker worker;

  CampaignHarness(CampaignRequest request, Function<String, Strategy> strategies) {
    this(request, strategies, DailyLimits.NONE);
  }

  CampaignHarness(
      CampaignRequest request, Function<String, Strategy> strategies, DailyLimits limits) {
    loop = new CampaignLoop(strategies, CampaignFixtures.anything());
    worker = new CampaignWorker(ports(), limits);
    state =
        loop.init(
            request,
            new ModelRef("toy", "1"),
            new LoopContext("toy-1", 42, ExecutionProfile.SERVE));
  }

  /** The plan for the present state. */
  Plan next() {
    return loop.next(state);
  }

  /** Steps until the campaign waits or is done. */
  Plan run() {
    return run(Integer.MAX_VALUE);
  }

  /** Steps at most so often. */
  Plan run(int steps) {
    Plan plan = next();
    for (int i = 0; i < steps && plan instanceof WorkPlan work; i++) {
      if (work.payload() instanceof Waiting) {
        return plan;
      }
      step(work, Optional.empty());
      plan = next();
    }
    return plan;
  }

  /** Takes a decision on the waiting proposal, then steps on. */
  Plan decide(boolean approve, String person, String reason) throws SignalRefusedException {
    DecisionSignal decision =
        new DecisionSignal(state.currentOrThrow().proposal().id(), approve, person, "test", reason);
    signal(decision.toSignal());
    return run();
  }

  void signal(Signal signal) throws SignalRefusedException {
    List<DomainEvent> decided = worker.decide(signal, state);
    record(decided);
  }

  /** The stage of the n-th proposal, from 1. */
  ProposalStage stage(int number) {
    return state.search().candidates().get(number - 1).stage();
  }

  String reason(int number) {
    return state.search().candidates().get(number - 1).reason();
  }

  private void step(WorkPlan plan, Optional<Signal> signal) {
    try {
      if (performTwice) {
        List<DomainEvent> lost =
            worker.perform((CampaignWork) plan.payload(), state, NEVER_CANCELLED);
        assert !lost.isEmpty();
      }
      record(worker.perform((CampaignWork) plan.payload(), state, NEVER_CANCELLED));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void record(List<DomainEvent> decided) {
    events.addAll(decided);
    CampaignState advanced =
        loop.advance(
            state,
            StepResult.of(
                new DecidedEvents(decided),
                Duration.ZERO,
                EventChunks.from(state.eventCount(), decided)));
    state = loop.codec().decode(loop.codec().encode(advanced));
  }

  boolean isDone() {
    return next() instanceof Done;
  }

  private static final Cancellation NEVER_CANCELLED = () -> false;

  private CampaignPorts ports() {
    return new CampaignPorts(
        evaluator,
        List.of(
            gate("perf", Gate.Moment.AFTER_EVALUATION, input -> perfPasses.test(input)),
            gate("promotion", Gate.Moment.BEFORE_PROMOTION, input -> input.canary() != null)),
        canaryTarget(),
        judge(),
        forge,
        deployments(),
        telemetryBus(),
        () -> CampaignFixtures.HARDWARE,
        (loopId, count) -> "head-" + loopId + "-" + count,
        CampaignProgress.NONE,
        () -> Instant.ofEpochSecond(1_000_000 + state.eventCount()),
        "test");
  }

  private EventBus telemetryBus() {
    return telemetry::add;
  }

  private static Gate gate(String name, Gate.Moment moment, Predicate<GateInput> passes) {
    return new Gate() {
      @Override
      public Set<Input> inputs() {
        return Set.of(Input.CONFIRMATION);
      }

      @Override
      public String name() {
        return name;
      }

      @Override
      public Moment moment() {
        return moment;
      }

      @Override
      public GateFinding judge(GateInput input) {
        Verdict verdict = passes.test(input) ? Verdict.PASS : Verdict.FAIL;
        return GateFinding.of(
            name, "as told", List.of(new Evidence("x", verdict, "1", "1", "")), List.of());
      }
    };
  }

  private CanaryTarget canaryTarget() {
    return new CanaryTarget() {
      @Override
      public CanaryStageReport runStage(CanaryStageRequest request, Cancellation cancellation) {
        BenchPack.Canary.Stage stage = request.pack().canary().stages().get(request.stage());
        return new CanaryStageReport(
            request.stage(),
            stage.weight(),
            new ArmObservation(Arm.BASELINE, 50, 0, List.of(1.0)),
            new ArmObservation(Arm.CANDIDATE, 50, 0, List.of(1.0)),
            "",
            10);
      }

      @Override
      public void stop(String canaryId) {
        canariesStopped.add(canaryId);
      }
    };
  }

  private CanaryJudge judge() {
    return (pack, stages) -> {
      boolean last = stages.size() == pack.canary().stages().size();
      CanaryVerdict verdict =
          canaryVerdict == CanaryVerdict.PROMOTE && !last ? CanaryVerdict.HOLD : canaryVerdict;
      return new CanaryReport(stages, verdict, "as told", List.of());
    };
  }

  private DeploymentStore deployments() {
    return new DeploymentStore() {
      @Override
      public Optional<Deployment> current(String pack) {
        return Optional.ofNullable(deployed.get(pack));
      }

      @Override
      public void deploy(Deployment deployment) {
        deployed.put(deployment.pack(), deployment);
      }
    };
  }
}

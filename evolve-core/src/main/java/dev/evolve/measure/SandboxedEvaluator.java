package dev.evolve.measure;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.loop.Cancellation;
import dev.evolve.loop.port.SeedSource;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.workspace.Workspace;
import dev.evolve.workspace.Workspaces;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Evaluates in a sandbox on this machine. Both arms are built first; what each made is put beside a
 * fresh, read-only checkout, so that a build can change nothing but its declared artifacts. Only
 * then inputs and order are drawn, and every process runs in a sandbox of its own.
 */
public final class SandboxedEvaluator implements Evaluator {

  private final Sandbox sandbox;
  private final Workspaces workspaces;
  private final ArtifactStore artifacts;
  private final BuildCache builds;
  private final SeedSource seeds;
  private final Supplier<HardwareProfile> hardware;
  private final MeasurementHost host;
  private final SoakTraffic traffic;
  private final StoppingRule stopping;

  /**
   * One whose confirmations run every round, and which soaks no service.
   *
   * @param sandbox where everything runs
   * @param workspaces where code is checked out
   * @param artifacts where builds are stored
   * @param builds directory that remembers builds of baselines
   * @param seeds where the seed of an evaluation comes from, after its builds
   * @param hardware probes the machine
   * @param host the processor to run on
   */
  public SandboxedEvaluator(
      Sandbox sandbox,
      Workspaces workspaces,
      ArtifactStore artifacts,
      Path builds,
      SeedSource seeds,
      Supplier<HardwareProfile> hardware,
      MeasurementHost host) {
    this.sandbox = sandbox;
    this.workspaces = workspaces;
    this.artifacts = artifacts;
    this.builds = new BuildCache(builds, artifacts);
    this.seeds = seeds;
    this.hardware = hardware;
    this.host = host;
    this.traffic = SoakTraffic.NONE;
    this.stopping = StoppingRule.WHOLE_BUDGET;
  }

  private SandboxedEvaluator(SandboxedEvaluator of, SoakTraffic traffic, StoppingRule stopping) {
    this.sandbox = of.sandbox;
    this.workspaces = of.workspaces;
    this.artifacts = of.artifacts;
    this.builds = of.builds;
    this.seeds = of.seeds;
    this.hardware = of.hardware;
    this.host = of.host;
    this.traffic = traffic;
    this.stopping = stopping;
  }

  /** The same whose confirmations end when a rule says so. */
  public SandboxedEvaluator endingBy(StoppingRule rule) {
    return new SandboxedEvaluator(this, traffic, rule);
  }

  /** The same that soaks services, their load replayed. */
  public SandboxedEvaluator soakingWith(SoakTraffic replayed) {
    return new SandboxedEvaluator(this, replayed, stopping);
  }

  @Override
  public List<SoakObservation> soak(
      EvaluationRequest request,
      Evaluation confirmation,
      EvaluationProgress progress,
      Cancellation cancellation)
      throws InterruptedException {
    Checkpoints checkpoints = new Checkpoints(request.evaluationId(), cancellation);
    checkpoints.passOrThrow();
    try (Workspace workspace = workspaces.open(request.evaluationId())) {
      Arms arms = new Arms(request, workspace, new Builder(sandbox, artifacts), artifacts);
      confirmation.builds().forEach(arms::provide);
      SoakRunner runner =
          new SoakRunner(
              sandbox,
              SoakClock.SYSTEM,
              traffic,
              ResidentMemory.PROC,
              request.pack(),
              progress,
              checkpoints);
      return runner.run(seeds.nextSeed(), arms::of);
    }
  }

  @Override
  public Evaluation evaluate(
      EvaluationRequest request, EvaluationProgress progress, Cancellation cancellation)
      throws InterruptedException {
    host.requireMeasurable(request.pack());
    HardwareProfile machine = hardware.get();
    try (Workspace workspace = workspaces.open(request.evaluationId())) {
      Arms arms = new Arms(request, workspace, new Builder(sandbox, artifacts), artifacts);
      EvaluationRecord record = new EvaluationRecord(request, sandbox, machine, progress);
      Checkpoints checkpoints = new Checkpoints(request.evaluationId(), cancellation);
      checkpoints.passOrThrow();
      BuildRecord baseline = arms.baseline(builds, machine);
      record.built(baseline);
      checkpoints.passOrThrow();
      BuildRecord candidate = arms.candidate();
      if (!record.built(candidate)) {
        return record.finish(seeds.nextSeed());
      }
      Optional<String> twin = request.twin(baseline, candidate);
      if (twin.isPresent()) {
        return record.finishAsTwinOf(twin.get(), seeds.nextSeed());
      }
      long seed = seeds.nextSeed();
      BenchRunner runner = new BenchRunner(sandbox, request.pack(), host);
      ArmProcesses processes = new ArmProcesses(request, workspace, arms, runner, checkpoints);
      String plan = request.confirmations() > 0 ? stopping.plan(request) : "";
      if (!plan.isEmpty()) {
        progress.planned(plan);
      }
      new Rounds(request, processes, record, hardware, stopping).run(seed);
      return record.finish(seed);
    }
  }
}

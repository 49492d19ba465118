package dev.evolve.canary.process;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.canary.http.HttpLimits;
import dev.evolve.canary.http.HttpPool;
import dev.evolve.canary.load.LoadFile;
import dev.evolve.canary.load.LoadReplay;
import dev.evolve.canary.load.ReplaySchedule;
import dev.evolve.canary.parity.AnswerParity;
import dev.evolve.canary.splitter.TrafficRecording;
import dev.evolve.canary.splitter.WeightedSplitter;
import dev.evolve.canary.time.MonotonicClock;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.Arm;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.BenchPack.Canary.Stage;
import dev.evolve.rollout.ArmObservation;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryStageRequest;
import dev.evolve.sandbox.Sandbox;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Both arms of one canary, running, with the splitter before them. Once the candidate has failed it
 * is out for good and the baseline serves everything. Used by one thread at a time.
 */
final class RunningCanary {

  private final CanarySettings settings;
  private final MonotonicClock clock;
  private final CanaryWorkspace workspace;
  private final ServiceProcess baseline;
  private final ServiceProcess candidate;
  private final WeightedSplitter splitter;
  private boolean candidateOut;

  private RunningCanary(
      CanarySettings settings,
      MonotonicClock clock,
      CanaryWorkspace workspace,
      ServiceProcess baseline,
      ServiceProcess candidate,
      WeightedSplitter splitter) {
    this.settings = settings;
    this.clock = clock;
    this.workspace = workspace;
    this.baseline = baseline;
    this.candidate = candidate;
    this.splitter = splitter;
  }

  /** Lays out both artifacts and starts both services; whether they are well is not known yet. */
  static RunningCanary start(
      CanaryWorkspace workspace,
      CanaryStageRequest request,
      BenchPack.Service service,
      Sandbox sandbox,
      ArtifactStore store,
      CanarySettings settings,
      MonotonicClock clock) {
    String artifact = request.pack().build().artifacts().getFirst();
    layOut(store, request.baselineSha256(), workspace.artifact(Arm.BASELINE, artifact));
    layOut(store, request.candidateSha256(), workspace.artifact(Arm.CANDIDATE, artifact));
    WeightedSplitter splitter =
        WeightedSplitter.start(
            UnixDomainSocketAddress.of(workspace.socket(Arm.BASELINE)),
            UnixDomainSocketAddress.of(workspace.socket(Arm.CANDIDATE)),
            request.seed(),
            settings.splitter(),
            clock);
    ServiceProcess baseline = null;
    try {
      baseline = start(sandbox, workspace, Arm.BASELINE, request, service, settings);
      ServiceProcess candidate =
          start(sandbox, workspace, Arm.CANDIDATE, request, service, settings);
      return new RunningCanary(settings, clock, workspace, baseline, candidate, splitter);
    } catch (RuntimeException e) {
      splitter.close();
      if (baseline != null) {
        baseline.close();
      }
      throw e;
    }
  }

  private static ServiceProcess start(
      Sandbox sandbox,
      CanaryWorkspace workspace,
      Arm arm,
      CanaryStageRequest request,
      BenchPack.Service service,
      CanarySettings settings) {
    return ServiceProcess.start(
        sandbox, workspace, arm, request.pack(), service, settings.serviceLifetime());
  }

  private static void layOut(ArtifactStore store, String sha256, Path target) {
    try {
      Files.createDirectories(target.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "could not make the directory of " + target, e);
    }
    store.materialise(sha256, target);
  }

  /** Whether the candidate was taken out, so that another stage needs another start. */
  boolean isCandidateOut() {
    return candidateOut;
  }

  /**
   * Waits for both to be healthy.
   *
   * @return what is wrong with the candidate; empty if nothing
   * @throws EvolveException if the baseline does not get healthy
   */
  String awaitHealthy(String healthPath) throws InterruptedException {
    if (!awaitHealthy(baseline, Arm.BASELINE, healthPath)) {
      throw baselineFailed("did not get healthy");
    }
    if (awaitHealthy(candidate, Arm.CANDIDATE, healthPath)) {
      return "";
    }
    return takeOut(
        "the candidate did not answer %s with 200 within %d s; %s"
            .formatted(healthPath, settings.startLimit().toSeconds(), candidate.condition()));
  }

  private boolean awaitHealthy(ServiceProcess service, Arm arm, String healthPath)
      throws InterruptedException {
    return service.awaitHealthy(splitter.direct(arm), healthPath, clock, settings.startLimit());
  }

  /**
   * Warms both up, replays the stage's share of the load and reports what they showed.
   *
   * @param interrupted asked often; true breaks the stage off
   * @throws EvolveException if the baseline fails
   */
  CanaryStageReport runStage(CanaryStageRequest request, LoadFile load, BooleanSupplier interrupted)
      throws InterruptedException {
    long startNs = clock.nanoTime();
    List<Stage> stages = request.pack().canary().stages();
    Stage stage = stages.get(request.stage());
    int before = stages.subList(0, request.stage()).stream().mapToInt(Stage::requests).sum();
    ReplaySchedule schedule =
        new ReplaySchedule(load, before, stage.requests(), settings.stageLength());
    splitter.setWeight(stage.weight());
    warmUp(schedule, interrupted);

    ShadowSample shadows =
        new ShadowSample(request.seed(), settings.shadowShare(), settings.shadowLimit());
    TrafficRecording recording = splitter.record();
    StageWatch watch = new StageWatch(recording, startNs, interrupted);
    replay(schedule, shadows, watch);
    splitter.endRecording();

    String problem = watch.problem();
    if (!baseline.isAlive()) {
      throw baselineFailed("ended during stage " + request.stage());
    }
    Set<Long> wrong = interrupted.getAsBoolean() ? Set.of() : mismatches(shadows);
    if (!problem.isEmpty()) {
      takeOut(problem);
    }
    return report(request, stage, recording, wrong, problem, startNs);
  }

  private CanaryStageReport report(
      CanaryStageRequest request,
      Stage stage,
      TrafficRecording recording,
      Set<Long> wrong,
      String problem,
      long startNs) {
    return new CanaryStageReport(
        request.stage(),
        stage.weight(),
        recording.observe(Arm.BASELINE),
        recording.observe(Arm.CANDIDATE, wrong),
        problem,
        Duration.ofNanos(clock.nanoTime() - startNs).toMillis());
  }

  /** One after the other to both alike; who does not answer in time is not waited for twice. */
  private void warmUp(ReplaySchedule schedule, BooleanSupplier interrupted) {
    for (Arm arm : Arm.values()) {
      boolean answering = true;
      for (int i = 0; i < settings.warmUpRequests() && answering; i++) {
        answering = !interrupted.getAsBoolean() && isAnswered(arm, schedule, i);
      }
    }
  }

  private boolean isAnswered(Arm arm, ReplaySchedule schedule, int index) {
    try {
      Duration timeout = settings.splitter().upstreamTimeout();
      return splitter.direct(arm).send(schedule.request(index), timeout).status() > 0;
    } catch (IOException ignored) {
      return false;
    }
  }

  private void replay(ReplaySchedule schedule, ShadowSample shadows, StageWatch watch)
      throws InterruptedException {
    // Twice the splitter's patience, so that it is the splitter that says who was too slow.
    Duration timeout = settings.splitter().upstreamTimeout().multipliedBy(2);
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> Thread.ofPlatform().name("canary-load").daemon(true).unstarted(work));
    try (HttpPool pool =
        new HttpPool(splitter.address(), HttpLimits.standard(), timer, settings.concurrency())) {
      LoadReplay replay = new LoadReplay(pool, clock, timeout, settings.concurrency());
      watch.sent(replay.run(schedule, shadows::maybeKeep, watch), schedule.requests());
    } finally {
      timer.shutdownNow();
    }
  }

  private Set<Long> mismatches(ShadowSample shadows) {
    Duration timeout = settings.splitter().upstreamTimeout();
    return shadows.mismatches(splitter.direct(Arm.BASELINE), AnswerParity.standard(), timeout);
  }

  private String takeOut(String problem) throws InterruptedException {
    candidateOut = true;
    splitter.retireCandidate(settings.drainLimit());
    candidate.close();
    return problem;
  }

  private EvolveException baselineFailed(String what) {
    return new EvolveException(
        ErrorCode.SERVICE_FAILED,
        "the canary cannot be run, since its baseline %s; %s"
            .formatted(what, baseline.condition()));
  }

  /** Lets the last requests of the candidate end, then ends both services; safe to call twice. */
  void close() {
    try {
      splitter.retireCandidate(settings.drainLimit());
    } catch (InterruptedException ignored) {
      Thread.currentThread().interrupt();
    } finally {
      splitter.close();
      candidate.close();
      baseline.close();
      workspace.remove();
    }
  }

  /** Breaks a stage off when it makes no sense to go on, and knows why. */
  private final class StageWatch implements BooleanSupplier {
    private final TrafficRecording recording;
    private final long startNs;
    private final BooleanSupplier interrupted;
    private @Nullable String shortfall;

    StageWatch(TrafficRecording recording, long startNs, BooleanSupplier interrupted) {
      this.recording = recording;
      this.startNs = startNs;
      this.interrupted = interrupted;
    }

    @Override
    public boolean getAsBoolean() {
      return interrupted.getAsBoolean() || !baseline.isAlive() || !problem().isEmpty();
    }

    void sent(int sent, int wanted) {
      if (sent < wanted && interrupted.getAsBoolean()) {
        shortfall = "the stage was stopped after %d of %d requests".formatted(sent, wanted);
      }
    }

    /** Why the candidate cannot go on; empty if it can. */
    String problem() {
      if (shortfall != null) {
        return shortfall;
      }
      if (!candidate.isAlive()) {
        return "the candidate's service ended; " + candidate.condition();
      }
      if (isBudgetSpent()) {
        return "the candidate failed %d of %d requests, more than the budget of %d"
            .formatted(
                recording.errors(Arm.CANDIDATE),
                recording.requests(Arm.CANDIDATE),
                settings.badRequestBudget());
      }
      if (clock.nanoTime() - startNs > settings.stageLimit().toNanos()) {
        return "the stage did not end within " + settings.stageLimit().toSeconds() + " s";
      }
      return "";
    }

    /** Failures that the baseline has as often are the load's or the machine's. */
    private boolean isBudgetSpent() {
      long errors = recording.errors(Arm.CANDIDATE);
      double rate = (double) errors / Math.max(1, recording.requests(Arm.CANDIDATE));
      double baselineRate =
          (double) recording.errors(Arm.BASELINE) / Math.max(1, recording.requests(Arm.BASELINE));
      return errors > settings.badRequestBudget() && rate > 2 * baselineRate;
    }
  }

  /** What an arm showed that was never asked. */
  static ArmObservation silence(Arm arm) {
    return new ArmObservation(arm, 0, 0, List.of());
  }
}

package dev.evolve.canary.process;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.canary.load.LoadFile;
import dev.evolve.canary.time.MonotonicClock;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.loop.Cancellation;
import dev.evolve.measure.Arm;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackFiles;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryStageRequest;
import dev.evolve.rollout.CanaryTarget;
import dev.evolve.sandbox.Sandbox;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A canary on this machine: both arms are processes in the sandbox, reached over Unix sockets,
 * behind a real splitter, under the pack's recorded load. Whatever the candidate does wrong is in
 * the report; a baseline that fails is an {@link EvolveException}, since it says nothing of the
 * candidate. Processes live from the first stage to {@link #stop}; a stage that finds none, such as
 * after a restart of Evolve, starts them.
 */
public final class ProcessCanaryTarget implements CanaryTarget, AutoCloseable {

  private final Sandbox sandbox;
  private final ArtifactStore store;
  private final PackFiles files;
  private final Path root;
  private final Path socketRoot;
  private final MonotonicClock clock;
  private final CanarySettings settings;
  private final ConcurrentHashMap<String, Slot> slots = new ConcurrentHashMap<>();

  /**
   * @param root directory for the artifacts of running canaries
   * @param socketRoot directory with a short path for their sockets, such as the one for temporary
   *     files
   */
  public ProcessCanaryTarget(
      Sandbox sandbox,
      ArtifactStore store,
      PackFiles files,
      Path root,
      Path socketRoot,
      MonotonicClock clock,
      CanarySettings settings) {
    this.sandbox = sandbox;
    this.store = store;
    this.files = files;
    this.root = root.toAbsolutePath().normalize();
    this.socketRoot = socketRoot.toAbsolutePath().normalize();
    this.clock = clock;
    this.settings = settings;
  }

  /** One canary: {@code running} belongs to whoever holds the lock. */
  private static final class Slot {
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable RunningCanary running;
    private volatile boolean stopped;
  }

  @Override
  public CanaryStageReport runStage(CanaryStageRequest request, Cancellation cancellation)
      throws InterruptedException {
    BenchPack.Service service = checked(request);
    LoadFile load = LoadFile.parse(service.load(), files.read(request.source(), service.load()));
    Slot slot = slots.computeIfAbsent(request.canaryId(), id -> new Slot());
    slot.lock.lockInterruptibly();
    boolean ended = false;
    try {
      CanaryStageReport report = runStage(slot, request, service, load, cancellation);
      ended = true;
      return report;
    } finally {
      if (!ended) {
        closeRunning(slot);
      }
      slot.lock.unlock();
    }
  }

  private CanaryStageReport runStage(
      Slot slot,
      CanaryStageRequest request,
      BenchPack.Service service,
      LoadFile load,
      Cancellation cancellation)
      throws InterruptedException {
    long startNs = clock.nanoTime();
    RunningCanary running = slot.running;
    if (slot.stopped) {
      return unserved(request, "the canary was stopped before the stage began", startNs);
    }
    if (running == null || running.isCandidateOut()) {
      closeRunning(slot);
      running = start(request, service);
      slot.running = running;
      String problem = running.awaitHealthy(service.health());
      if (!problem.isEmpty()) {
        return unserved(request, problem, startNs);
      }
    }
    return running.runStage(request, load, () -> slot.stopped || cancellation.isCancelled());
  }

  private RunningCanary start(CanaryStageRequest request, BenchPack.Service service) {
    CanaryWorkspace workspace = CanaryWorkspace.create(root, socketRoot, request.canaryId());
    try {
      return RunningCanary.start(workspace, request, service, sandbox, store, settings, clock);
    } catch (RuntimeException e) {
      workspace.remove();
      throw e;
    }
  }

  private static BenchPack.Service checked(CanaryStageRequest request) {
    BenchPack pack = request.pack();
    int stages = pack.canary().stages().size();
    if (request.stage() < 0 || request.stage() >= stages) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "pack %s has %d canary stages, and stage %d was asked for"
              .formatted(pack.name(), stages, request.stage()));
    }
    if (pack.build().artifacts().isEmpty()) {
      throw new EvolveException(
          ErrorCode.INVALID_PACK, "pack " + pack.name() + " builds no artifact to serve with");
    }
    return pack.serviceIfAny()
        .orElseThrow(
            () ->
                new EvolveException(
                    ErrorCode.INVALID_PACK,
                    "pack " + pack.name() + " declares no service, so it has no canary"));
  }

  private CanaryStageReport unserved(CanaryStageRequest request, String problem, long startNs) {
    return new CanaryStageReport(
        request.stage(),
        request.pack().canary().stages().get(request.stage()).weight(),
        RunningCanary.silence(Arm.BASELINE),
        RunningCanary.silence(Arm.CANDIDATE),
        problem,
        (clock.nanoTime() - startNs) / 1_000_000);
  }

  @Override
  public void stop(String canaryId) {
    Slot slot = slots.remove(canaryId);
    if (slot == null) {
      CanaryWorkspace.removeLeftOvers(root, socketRoot, canaryId);
      return;
    }
    slot.stopped = true;
    slot.lock.lock();
    try {
      closeRunning(slot);
    } finally {
      slot.lock.unlock();
    }
  }

  /** Stops every canary. */
  @Override
  public void close() {
    List.copyOf(slots.keySet()).forEach(this::stop);
  }

  private static void closeRunning(Slot slot) {
    RunningCanary running = slot.running;
    slot.running = null;
    if (running != null) {
      running.close();
    }
  }
}

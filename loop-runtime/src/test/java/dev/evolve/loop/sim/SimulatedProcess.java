package dev.evolve.loop.sim;

import dev.evolve.loop.Signal;
import dev.evolve.loop.port.CheckpointStore;
import dev.evolve.loop.port.CheckpointStore.FencedException;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.runtime.CancelScope;
import dev.evolve.loop.runtime.FreezeMode;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.RuntimeUsage;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.loop.runtime.Turn;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One life of the process that drives the loops. */
final class SimulatedProcess implements RuntimeObserver {

  private final World world;
  private final int number;
  private final FlakyExecutor executor;
  private final EmittedHistory emitted;
  private final @Nullable OwnedGroupStore group;
  private final LoopRuntime runtime;
  private boolean restored;
  private boolean dead;
  private @Nullable Instant nextWake;
  private @Nullable AssertionError violation;

  SimulatedProcess(World world) {
    this.world = world;
    this.number = world.epoch();
    this.restored = number == 0;
    this.executor = new FlakyExecutor(world, this::turnSoon);
    this.emitted = new EmittedHistory(world.store);
    this.group = world.grouped ? new OwnedGroupStore(world, number, () -> dead = true) : null;
    CheckpointStore store = group == null ? new OwnedStore(world, number) : group;
    this.runtime =
        new LoopRuntime(
                new RuntimePorts(store, emitted, world.time, this, this::died), world.limits())
            .register(new ScriptLoop(), executor);
    if (group != null) {
      group.onProgress(this::turnSoon);
    }
  }

  private void turnSoon() {
    world.scheduler.after(Duration.ZERO, this::turn);
  }

  private void died(Throwable cause) {
    dead = true;
    world.note("process " + number + " stops: " + cause.getMessage());
    if (!(cause instanceof SimulatedCrash) && !(cause instanceof FencedException)) {
      throw new AssertionError("process " + number + " stops without a reason", cause);
    }
  }

  private boolean isCurrent() {
    return number == world.epoch() && restored && !dead;
  }

  // ---- what is done with it

  void restore() {
    if (number != world.epoch()) {
      return;
    }
    try {
      runtime.restore().forEach(handle -> world.note("restored " + handle.loopId()));
      restored = true;
      turn();
    } catch (StoreUnavailableException e) {
      world.scheduler.after(Duration.ofSeconds(1), this::restore);
    }
  }

  /** Turns until nothing is left to do now, and again when it wants to be woken. */
  void turn() {
    if (!isCurrent()) {
      return;
    }
    Turn turn = runtime.turn();
    while (turn.hasMore() && !dead) {
      turn = runtime.turn();
    }
    requireAtRest();
    if (turn.wakeAt() != null && !turn.wakeAt().equals(nextWake)) {
      nextWake = turn.wakeAt();
      world.scheduler.at(turn.wakeAt(), this::turn);
    }
  }

  /** A runtime that says that it has nothing to do must not find anything in another turn. */
  private void requireAtRest() {
    int noted = world.journal().size();
    RuntimeUsage before = runtime.usage();
    Turn turn = runtime.turn();
    if (!dead
        && (turn.hasMore() || world.journal().size() > noted || !runtime.usage().equals(before))) {
      throw new AssertionError(
          "it was not at rest: " + before + ", then " + runtime.usage() + " and " + turn);
    }
  }

  /** It is thought dead; what it had not made durable is lost. */
  void abandon() {
    if (group != null) {
      group.die();
    }
  }

  void zombieTurn() {
    if (!dead) {
      world.note("process " + number + " comes back from the dead");
      runtime.turn();
    }
  }

  void submit(String loopId, ScriptRequest request, int priority) {
    if (isCurrent()) {
      Submission submission = RuntimeHarness.submission(ScriptLoop.KIND, loopId, request);
      runtime
          .submit(submission.withPriority(priority))
          .accepted()
          .whenComplete((done, e) -> world.note("submit " + loopId + " " + outcome(e)));
      turn();
    }
  }

  void signal(String loopId, String payload) {
    if (isCurrent()) {
      runtime
          .signal(loopId, new Signal("go", payload))
          .whenComplete((done, e) -> world.note("signal " + loopId + " " + outcome(e)));
      turn();
    }
  }

  void cancel(String loopId) {
    if (isCurrent()) {
      runtime
          .cancel(new CancelScope.LoopScope(loopId), "drawn")
          .whenComplete((reached, e) -> world.note("cancel " + reached + " " + outcome(e)));
      turn();
    }
  }

  void breakPool(String pool) {
    if (isCurrent()) {
      world.note("pool " + pool + " breaks");
      executor.breakPool(pool);
    }
  }

  void freeze(FreezeMode mode) {
    if (isCurrent()) {
      runtime
          .freeze(ScriptLoop.KIND, mode)
          .whenComplete((done, e) -> world.note("freeze " + mode + " " + outcome(e)));
      turn();
    }
  }

  void thaw(boolean cachesLost) {
    if (isCurrent()) {
      runtime
          .thaw(ScriptLoop.KIND, cachesLost)
          .whenComplete(
              (done, e) -> {
                world.note("thaw " + cachesLost + " " + outcome(e));
                if (e == null && cachesLost) {
                  executor.dropCaches();
                }
              });
      turn();
    }
  }

  boolean needsRestart() {
    return dead || (executor.dropped() > 0 && world.random.nextInt(5) == 0);
  }

  boolean isIdle() {
    return isCurrent() && runtime.usage().loops() == 0;
  }

  RuntimeUsage usage() {
    return runtime.usage();
  }

  private static String outcome(@Nullable Throwable e) {
    return e == null ? "done" : e.getClass().getSimpleName();
  }

  // ---- what always holds

  /** Checks what must hold after every event. */
  void check() {
    emitted.check();
    if (violation != null) {
      throw violation;
    }
    RuntimeUsage usage = runtime.usage();
    boolean fits =
        usage.reserved().getOrDefault("memory bytes", 0L) <= World.MEMORY
            && usage.reserved().getOrDefault("cache blocks of kv", 0L) <= World.BLOCKS
            && usage.stepsInFlight() <= World.STEPS_IN_FLIGHT;
    if (!fits) {
      throw new AssertionError("more is reserved than there is: " + usage);
    }
  }

  // ---- what it tells

  @Override
  public void loopStarted(String loopId, String kind) {
    world.note("started " + loopId);
  }

  @Override
  public void stepCompleted(Step step) {
    world.note("stored step " + step.stepIndex() + " of " + step.loopId());
  }

  @Override
  public void loopFinished(String loopId, String kind, String outcome) {
    world.note("finished " + loopId);
  }

  @Override
  public void loopFailed(String loopId, String kind, Throwable cause) {
    world.note("failed " + loopId);
    if (cause.getCause() instanceof AssertionError broken) {
      violation = broken;
    } else if (cause.getCause() instanceof PoolFailedException) {
      world.note(loopId + " lost its pool too often");
    }
  }

  @Override
  public void loopCancelled(String loopId, String kind, String reason) {
    world.note("cancelled " + loopId);
  }

  @Override
  public void loopPreempted(String loopId, String kind) {
    world.note("preempted " + loopId);
  }

  @Override
  public void poolRepaired(String pool, Throwable cause) {
    world.note("repaired " + pool);
  }
}

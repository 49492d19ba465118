package dev.evolve.loop.runtime;

import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import dev.evolve.loop.port.GroupCommitStore;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopException.NotWaitingException;
import dev.evolve.loop.runtime.LoopException.RuntimeStoppedException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives any number of loops, one bounded {@link #turn} at a time.
 *
 * <p>Register every kind of loop, {@link #restore} once, then call {@code turn} again and again;
 * {@link LoopDriver} does that on a thread of its own. All methods belong to the thread that calls
 * the first of them after registration; another thread is refused. Only completions of executors
 * may come from anywhere.
 *
 * <p>It is deterministic: with the same clock, the same answers in the same order and the same
 * calls, it does the same.
 */
public final class LoopRuntime {

  private static final Logger LOG = LoggerFactory.getLogger(LoopRuntime.class);

  private final RuntimePorts ports;
  private final RuntimeLimits limits;
  private final Registry registry = new Registry();
  private final LiveLoops live = new LiveLoops();
  private final ParkedLoops parked = new ParkedLoops();
  private final GuardedObserver observer;
  private final Inbox inbox;
  private final Admission admission;
  private final CommitQueue commits;
  private final Freezes freezes;
  private final Preemption preemption;
  private final StepCycle cycle;
  private final Intake intake;
  private @Nullable Thread owner;
  private boolean draining;
  private boolean stopped;

  /**
   * @param ports what it needs from outside
   * @param limits how much it takes on
   */
  public LoopRuntime(RuntimePorts ports, RuntimeLimits limits) {
    this.ports = ports;
    this.limits = limits;
    this.observer = new GuardedObserver(ports);
    this.inbox = new Inbox(limits.queues().commands());
    this.admission = new Admission(limits);
    this.commits = new CommitQueue(ports.store(), ports.clock(), limits.retry(), observer);
    this.freezes = new Freezes(live);
    this.preemption = new Preemption(live, admission, freezes);
    Endings endings =
        new Endings(live, admission, parked, commits, preemption, observer, ports.clock());
    StepCycle.Parts parts =
        new StepCycle.Parts(
            live, parked, admission, commits, endings, observer, inbox, freezes, preemption);
    this.cycle = new StepCycle(parts, limits, ports.clock());
    this.intake = new Intake(registry, parts, cycle, limits.queues().loops());
    if (ports.store() instanceof GroupCommitStore group) {
      group.onProgress(inbox::wake);
    }
  }

  /**
   * Makes a kind of loop known whose every step is stored, before the first turn. Kinds that are
   * given the same executor share batches.
   *
   * @param loop the loop
   * @param executor what executes its plans
   */
  public <R, S extends LoopState> LoopRuntime register(Loop<R, S> loop, WorkExecutor executor) {
    return register(loop, executor, LoopSettings.STORED);
  }

  /**
   * Makes a kind of loop known, before the first turn. Kinds that are given the same executor share
   * batches.
   *
   * @param loop the loop
   * @param executor what executes its plans
   * @param settings how its loops are driven
   */
  public <R, S extends LoopState> LoopRuntime register(
      Loop<R, S> loop, WorkExecutor executor, LoopSettings settings) {
    if (owner != null) {
      throw new IllegalStateException("loops are registered before the runtime is first used");
    }
    registry.add(loop, executor, settings);
    return this;
  }

  /**
   * Takes up every loop that the store holds and that has not ended. A loop whose checkpoint cannot
   * be read, or that no longer fits, is left in the store as it is and its handle fails.
   *
   * @throws LoopException.UnknownKindException if a stored loop's kind is not registered; nothing
   *     is taken up then
   * @throws StoreUnavailableException if the store is away
   */
  public List<LoopHandle> restore() {
    confine();
    return intake.restore(ports.store().load());
  }

  /**
   * Starts a loop: makes its first state, stores it, and queues the loop for admission. Whether it
   * was accepted is told by the handle.
   */
  public LoopHandle submit(Submission submission) {
    LoopHandle handle = LoopHandle.fresh(submission.loopId(), submission.kind());
    submit(submission, handle);
    return handle;
  }

  void submit(Submission submission, LoopHandle handle) {
    guarded(
        submission.loopId(),
        handle::refuse,
        () -> {
          requireOpen(submission.loopId());
          intake.submit(submission, handle);
        });
  }

  /**
   * Sends a signal to a waiting loop. One signal of a loop is executed at a time; others wait
   * behind it.
   *
   * @return the result of the step that the signal caused, once it is stored. Fails with {@link
   *     dev.evolve.loop.port.SignalRefusedException} if the executor refuses the signal (the loop
   *     waits on), {@link NotWaitingException} if the loop does not wait for it, another {@link
   *     LoopException} if the loop is unknown or ends, {@link StoreUnavailableException} while the
   *     store is away
   */
  public CompletableFuture<StepResult> signal(String loopId, Signal signal) {
    CompletableFuture<StepResult> answer = new CompletableFuture<>();
    signal(loopId, new PendingSignal(signal, answer));
    return answer;
  }

  void signal(String loopId, PendingSignal signal) {
    guarded(
        loopId,
        signal::refuse,
        () -> {
          requireOpen(loopId);
          DrivenLoop<?> loop = live.require(loopId);
          if (signal.isTimer()) {
            throw new NotWaitingException(
                loopId, "timers are the runtime's own; send another signal");
          }
          commits.requireAtHand();
          cycle.waits().signal(loop, signal);
        });
  }

  /**
   * Asks loops to stop, each at its next step boundary; a step under way sees it in its context.
   *
   * @return ids of the loops that were reached
   */
  public CompletableFuture<List<String>> cancel(CancelScope scope, String reason) {
    CompletableFuture<List<String>> reached = new CompletableFuture<>();
    cancel(scope, reason, reached);
    return reached;
  }

  void cancel(CancelScope scope, String reason, CompletableFuture<List<String>> reached) {
    guarded(
        scope.toString(),
        reached::completeExceptionally,
        () -> {
          requireOpen(scope.toString());
          List<DrivenLoop<?>> loops = live.within(scope);
          if (scope instanceof CancelScope.StreamScope one) {
            loops.forEach(loop -> loop.mute(one.stream()));
          } else {
            loops.forEach(loop -> cycle.interruptions().cancel(loop, reason));
          }
          reached.complete(loops.stream().map(DrivenLoop::id).toList());
        });
  }

  /**
   * Keeps the loops of a kind from going on: new ones wait, running ones drain or stop.
   *
   * @return done when nothing of the kind moves any more; cancelled by a thaw that comes first.
   *     Fails with an {@link IllegalStateException} if the kind is frozen already
   */
  public CompletableFuture<Void> freeze(String kind, FreezeMode mode) {
    CompletableFuture<Void> quiet = new CompletableFuture<>();
    freeze(kind, mode, quiet);
    return quiet;
  }

  void freeze(String kind, FreezeMode mode, CompletableFuture<Void> quiet) {
    guarded(
        kind,
        quiet::completeExceptionally,
        () -> {
          requireOpen(kind);
          registry.require(kind, kind);
          answering(quiet, () -> cycle.interruptions().freeze(kind, mode, quiet));
        });
  }

  /**
   * Lets the loops of a frozen kind go on.
   *
   * @param cachesLost whether what they held in caches is stale: they go through {@link
   *     Loop#withoutCache}
   * @return done when they go on; fails with an {@link IllegalStateException} if the kind is not
   *     frozen
   */
  public CompletableFuture<Void> thaw(String kind, boolean cachesLost) {
    CompletableFuture<Void> thawed = new CompletableFuture<>();
    thaw(kind, cachesLost, thawed);
    return thawed;
  }

  void thaw(String kind, boolean cachesLost, CompletableFuture<Void> thawed) {
    guarded(
        kind,
        thawed::completeExceptionally,
        () -> {
          requireOpen(kind);
          answering(
              thawed,
              () -> {
                cycle.interruptions().thaw(kind, cachesLost);
                thawed.complete(null);
              });
        });
  }

  /** A freeze or thaw at the wrong time is the caller's mistake, not the runtime's. */
  private static void answering(CompletableFuture<Void> answer, Runnable action) {
    try {
      action.run();
    } catch (Freezes.WrongMomentException e) {
      answer.completeExceptionally(new IllegalStateException(e.getMessage(), e));
    }
  }

  /** Carries a command out; what must not happen in it stops the runtime, as in a turn. */
  private void guarded(String subject, Consumer<RuntimeException> refusal, Runnable command) {
    confine();
    try {
      command.run();
    } catch (LoopException | StoreUnavailableException e) {
      refusal.accept(e);
    } catch (RuntimeException | Error e) {
      refusal.accept(new RuntimeStoppedException(subject));
      halt(e);
    }
  }

  /** Does what is due, within the limits of a turn. */
  public Turn turn() {
    confine();
    if (stopped) {
      return Turn.IDLE;
    }
    try {
      runTurn();
    } catch (RuntimeException | Error e) {
      halt(e);
      return Turn.IDLE;
    }
    return stopped ? Turn.IDLE : new Turn(hasMore(), earliest());
  }

  private void runTurn() {
    cycle.begin();
    if (!draining) {
      cycle.waits().fireTimers();
    }
    commits.settleDurable();
    commits.retry();
    int messages = limits.turns().messages();
    cycle.answers(messages);
    inbox.takeCommands(messages).forEach(Inbox.Command::run);
    if (!draining && !stopped) {
      cycle.grant();
      cycle.planReady(limits.turns().plans());
      cycle.dispatch();
    }
    if (freezes.isAny()) {
      freezes.check();
    }
  }

  private boolean hasMore() {
    return !inbox.isEmpty() || (!draining && cycle.hasWork());
  }

  private @Nullable Instant earliest() {
    Instant retry = commits.nextRetry();
    Instant deadline = draining ? null : parked.nextDeadline();
    if (retry == null || deadline == null) {
      return retry == null ? deadline : retry;
    }
    return retry.isBefore(deadline) ? retry : deadline;
  }

  /** Starts no further step; turns go on taking answers and storing them. */
  void drain() {
    confine();
    draining = true;
    for (DrivenLoop<?> loop : live.all()) {
      if (loop.hasSignals()) {
        loop.signals().refuseAll(new RuntimeStoppedException(loop.id()));
      }
    }
  }

  boolean isDrained() {
    return cycle.unanswered() == 0 && commits.size() == 0;
  }

  /**
   * Stops driving. Loops that have not ended stay in the store and go on after a restart; whoever
   * waits for them is told so, and steps under way are asked to give up.
   */
  public void stop() {
    confine();
    if (stopped) {
      return;
    }
    stopped = true;
    List<Inbox.Command> left = inbox.close();
    for (DrivenLoop<?> loop : live.all()) {
      RuntimeStoppedException reason = new RuntimeStoppedException(loop.id());
      loop.abandon();
      if (loop.hasSignals()) {
        loop.signals().refuseAll(reason);
      }
      StepInFlight step = loop.step();
      if (step != null && step.cause() != null) {
        step.cause().refuse(reason);
      }
      loop.handle().refuse(reason);
    }
    live.clear();
    freezes.stop();
    left.forEach(Inbox.Command::refuse);
  }

  boolean isStopped() {
    return stopped;
  }

  /** What it holds now. */
  public RuntimeUsage usage() {
    return new RuntimeUsage(
        live.size(),
        admission.queued(),
        parked.size(),
        admission.stepsInFlight(),
        commits.size(),
        admission.reserved());
  }

  /**
   * Rounds so far in which every ready loop got the same credit of work units. Between two steps of
   * a loop that is ready all the time lie few of them, however many loops there are.
   */
  public int round() {
    return cycle.round();
  }

  RuntimeLimits limits() {
    return limits;
  }

  RuntimePorts ports() {
    return ports;
  }

  Inbox inbox() {
    return inbox;
  }

  void halt(Throwable cause) {
    LOG.error("the runtime stops driving loops", cause);
    stop();
    ports.faults().fault(cause);
  }

  private void requireOpen(String loopId) {
    if (stopped || draining) {
      throw new RuntimeStoppedException(loopId);
    }
  }

  private void confine() {
    Thread current = Thread.currentThread();
    if (owner == null) {
      owner = current;
      inbox.ownedBy(current);
    } else if (owner != current) {
      throw new IllegalStateException(
          "the runtime belongs to thread " + owner.getName() + ", not to " + current.getName());
    }
  }
}

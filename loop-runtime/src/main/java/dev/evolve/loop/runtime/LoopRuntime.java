package dev.evolve.loop.runtime;

import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopException.DuplicateLoopException;
import dev.evolve.loop.runtime.LoopException.NotWaitingException;
import dev.evolve.loop.runtime.LoopException.RuntimeBusyException;
import dev.evolve.loop.runtime.LoopException.RuntimeStoppedException;
import java.time.Instant;
import java.util.ArrayList;
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
  private final StepCycle cycle;
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
    this.observer = new GuardedObserver(ports.observer(), ports.emitter());
    this.inbox = new Inbox(limits.queues().commands());
    this.admission = new Admission(limits);
    this.commits = new CommitQueue(ports.store(), ports.clock(), limits.retry(), observer);
    Endings endings = new Endings(live, admission, parked, commits, observer, ports.clock());
    this.cycle =
        new StepCycle(
            admission,
            parked,
            commits,
            new BatchPlanner(limits.turns().batch(), observer),
            endings,
            observer,
            inbox,
            ports.clock(),
            limits.queues().signalsPerLoop());
  }

  /**
   * Makes a kind of loop known, before the first turn. Kinds that are given the same executor share
   * batches.
   *
   * @param loop the loop
   * @param executor what executes its plans
   */
  public <R, S extends LoopState> LoopRuntime register(Loop<R, S> loop, WorkExecutor executor) {
    if (owner != null) {
      throw new IllegalStateException("loops are registered before the runtime is first used");
    }
    registry.add(loop, executor);
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
    List<Checkpoint> checkpoints =
        ports.store().load().stream().filter(c -> c.status() == Status.RUNNING).toList();
    registry.requireAll(checkpoints);
    List<LoopHandle> handles = new ArrayList<>();
    for (Checkpoint checkpoint : checkpoints) {
      LoopHandle handle = LoopHandle.fresh(checkpoint.loopId(), checkpoint.kind());
      handles.add(handle);
      restore(checkpoint, handle);
    }
    return handles;
  }

  private void restore(Checkpoint checkpoint, LoopHandle handle) {
    try {
      requireNew(handle.loopId());
      DrivenLoop<?> loop =
          registry.require(checkpoint.kind(), checkpoint.loopId()).resume(checkpoint, handle);
      admission.requireFeasible(loop);
      begin(loop, true);
    } catch (LoopException e) {
      LOG.error("{} is left as it is in the store: {}", handle.loopId(), e.getMessage(), e);
      observer.tell(o -> o.loopFailed(handle.loopId(), handle.kind(), e));
      handle.refuse(e);
    }
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
          commits.requireAtHand();
          DrivenLoop<?> loop = make(submission, handle);
          commits.storeOrThrow(loop.commit(Status.RUNNING, List.of()));
          begin(loop, false);
        });
  }

  private DrivenLoop<?> make(Submission submission, LoopHandle handle) {
    requireNew(submission.loopId());
    if (live.size() >= limits.queues().loops()) {
      throw new RuntimeBusyException(
          submission.loopId(), live.size() + " loops run already, the limit; try again later");
    }
    DrivenLoop<?> loop =
        registry.require(submission.kind(), submission.loopId()).begin(submission, handle);
    admission.requireFeasible(loop);
    return loop;
  }

  private void begin(DrivenLoop<?> loop, boolean restored) {
    live.add(loop);
    observer.tell(o -> o.loopAccepted(loop.id(), loop.kind(), restored));
    cycle.admit(loop);
    loop.handle().accepted().complete(null);
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
          cycle.signal(loop, signal);
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
          loops.forEach(loop -> cycle.cancel(loop, reason));
          reached.complete(loops.stream().map(DrivenLoop::id).toList());
        });
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
    Instant now = ports.clock().instant();
    if (!draining) {
      cycle.fireTimers(now);
    }
    commits.retry(now);
    int messages = limits.turns().messages();
    inbox.takeAnswers(messages).forEach(cycle::answer);
    inbox.takeCommands(messages).forEach(Inbox.Command::run);
    if (!draining && !stopped) {
      cycle.grant();
      cycle.planReady(limits.turns().plans());
      cycle.dispatch();
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
    live.all().forEach(loop -> loop.signals().refuseAll(new RuntimeStoppedException(loop.id())));
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
      loop.cancellation().abandon();
      loop.signals().refuseAll(reason);
      StepInFlight step = loop.step();
      if (step != null && step.cause() != null) {
        step.cause().refuse(reason);
      }
      loop.handle().refuse(reason);
    }
    live.clear();
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

  private void requireNew(String loopId) {
    if (live.contains(loopId)) {
      throw new DuplicateLoopException(loopId);
    }
  }

  private void confine() {
    Thread current = Thread.currentThread();
    if (owner == null) {
      owner = current;
    } else if (owner != current) {
      throw new IllegalStateException(
          "the runtime belongs to thread " + owner.getName() + ", not to " + current.getName());
    }
  }
}

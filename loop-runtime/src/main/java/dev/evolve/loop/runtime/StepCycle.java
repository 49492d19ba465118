package dev.evolve.loop.runtime;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.Interception;
import dev.evolve.loop.Plan;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import dev.evolve.loop.runtime.LoopException.NeverFitsException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes loops through their steps: cancel check, plan, reservation, execution, advance, commit,
 * emission, and back to the ready queue. Loops that wait, run or have ended are not in the queue
 * and cost a turn nothing.
 */
final class StepCycle {

  private static final int PLANS_WITHOUT_ROOM = 16;

  private final Admission admission;
  private final CommitQueue commits;
  private final BatchPlanner batches;
  private final Endings endings;
  private final GuardedObserver observer;
  private final Inbox inbox;
  private final InstantSource clock;
  private final Freezes freezes;
  private final Preemption preemption;
  private final PoolRepairs repairs;
  private final Interruptions interruptions;
  private final Waits waits;
  private final int poolResumes;
  private final ReadyQueue ready = new ReadyQueue();
  private int unanswered;
  private @Nullable Instant turnBegan;

  StepCycle(Parts parts, RuntimeLimits limits, InstantSource clock) {
    this.admission = parts.admission;
    this.commits = parts.commits;
    this.batches =
        new BatchPlanner(limits.turns().batch(), limits.pools().widths(), parts.observer);
    this.endings = parts.endings;
    this.observer = parts.observer;
    this.inbox = parts.inbox;
    this.clock = clock;
    this.freezes = parts.freezes;
    this.preemption = parts.preemption;
    this.interruptions = new Interruptions(parts, this);
    this.repairs = new PoolRepairs(parts.live, parts.observer, interruptions::loseCache);
    this.waits =
        new Waits(
            parts.parked,
            parts.preemption,
            parts.observer,
            clock,
            limits.queues().signalsPerLoop(),
            this);
    this.poolResumes = limits.retry().poolResumes();
  }

  /** What a cycle works with, all of one runtime. */
  record Parts(
      LiveLoops live,
      ParkedLoops parked,
      Admission admission,
      CommitQueue commits,
      Endings endings,
      GuardedObserver observer,
      Inbox inbox,
      Freezes freezes,
      Preemption preemption) {}

  /** Whether another turn would find something to plan, to grant or to hand over. */
  boolean hasWork() {
    return !ready.isEmpty() || admission.mayGrant() || preemption.isDue() || batches.mayDispatch();
  }

  /** Steps that are under way and not answered. */
  int unanswered() {
    return unanswered;
  }

  /** Rounds of the ready queue so far; each gives every ready loop the same credit. */
  int round() {
    return ready.round();
  }

  Inbox inbox() {
    return inbox;
  }

  Waits waits() {
    return waits;
  }

  Interruptions interruptions() {
    return interruptions;
  }

  /** A turn begins. */
  void begin() {
    turnBegan = null;
  }

  // ---- admission

  /** Starts a loop now or when what it needs is free. */
  void admit(DrivenLoop<?> loop) {
    if (freezes.isAny() && freezes.keepsBack(loop)) {
      return;
    }
    if (admission.admit(loop)) {
      start(loop);
    } else {
      preemption.queued(loop);
    }
  }

  /** Starts the loops and steps that no longer need to wait for a reservation. */
  void grant() {
    if (admission.mayGrant()) {
      admission.admitted().stream()
          .filter(loop -> loop.phase() == LoopPhase.QUEUED)
          .forEach(this::start);
      admission.runnable().stream()
          .filter(loop -> loop.phase() == LoopPhase.RESERVING)
          .forEach(this::execute);
    }
    if (preemption.isDue()) {
      makeRoom();
    }
  }

  /** Those that a freeze has stopped are at a boundary already and give way at once. */
  private void makeRoom() {
    for (DrivenLoop<?> loop : preemption.makeRoom()) {
      if (freezes.isAny() && freezes.letGo(loop)) {
        giveWay(loop);
      }
    }
  }

  private void start(DrivenLoop<?> loop) {
    if (observer.isWatched()) {
      observer.tell(o -> o.loopStarted(loop.id(), loop.kind()));
    }
    ready(loop);
  }

  /** A loop has come to a boundary. */
  void ready(DrivenLoop<?> loop) {
    loop.moveTo(LoopPhase.READY);
    ready.add(loop);
  }

  /** A loop that was kept at its boundary may go on. */
  void readyAgain(DrivenLoop<?> loop) {
    ready.add(loop);
  }

  // ---- planning

  /**
   * Plans at most {@code most} loops, and no more than there is room for among the steps in flight,
   * but for a few: a loop may turn out to wait or to be done.
   */
  void planReady(int most) {
    int room = Math.min(most, Math.max(admission.freeSteps(), PLANS_WITHOUT_ROOM));
    for (int i = 0; i < room; i++) {
      DrivenLoop<?> loop = ready.poll();
      if (loop == null) {
        return;
      }
      plan(loop);
    }
  }

  private void plan(DrivenLoop<?> loop) {
    if (loop.cancelReason() != null) {
      endings.cancel(loop);
    } else if (preemption.isAsked(loop)) {
      giveWay(loop);
    } else if (!freezes.isAny() || !freezes.stops(loop)) {
      planNow(loop);
    }
  }

  private void planNow(DrivenLoop<?> loop) {
    Plan plan;
    try {
      loop.settleCache();
      WorkPlan waiting = loop.plan();
      plan = waiting == null ? loop.next() : waiting;
    } catch (LoopFailedException e) {
      endings.fail(loop, e);
      return;
    }
    if (plan instanceof WorkPlan work) {
      follow(loop, work);
    } else {
      endings.finish(loop);
    }
  }

  private void follow(DrivenLoop<?> loop, WorkPlan plan) {
    if (plan.payload() instanceof Waiting waiting) {
      ready.leave(loop);
      waits.park(loop, plan, waiting);
      return;
    }
    if (!ready.charge(loop, plan.shape().workUnits())) {
      loop.setPlan(plan);
      return;
    }
    loop.setPlan(null);
    if (loop.hasSignals()) {
      loop.signals().refuseAll("it goes on with: " + plan.label());
    }
    reserve(loop, plan, null);
  }

  /** Gives back what a loop holds to one of higher priority, and queues it again. */
  private void giveWay(DrivenLoop<?> loop) {
    ready.leave(loop);
    endings.giveBack(loop);
    loop.loseCache();
    loop.moveTo(LoopPhase.QUEUED);
    observer.tell(o -> o.loopPreempted(loop.id(), loop.kind()));
    admit(loop);
  }

  // ---- execution

  /** Takes a step as soon as what it needs is free. */
  void reserve(DrivenLoop<?> loop, WorkPlan plan, @Nullable PendingSignal cause) {
    loop.moveTo(LoopPhase.RESERVING);
    loop.setStep(new StepInFlight(loop, plan, cause, this));
    if (cause == null || !freezes.isAny() || !freezes.stopsWoken(loop)) {
      reserve(loop);
    }
  }

  /** A woken loop that was kept from its step may take it. */
  void reserveWoken(DrivenLoop<?> loop) {
    reserve(loop);
  }

  private void reserve(DrivenLoop<?> loop) {
    StepInFlight step = Objects.requireNonNull(loop.step(), "a loop that reserves has its step");
    try {
      if (admission.reserve(loop, step.plan())) {
        execute(loop);
      }
    } catch (NeverFitsException e) {
      endings.fail(loop, e);
    } catch (RuntimeException e) {
      endings.fail(loop, new LoopFailedException(loop.id(), "its step cannot be reserved", e));
    }
  }

  private void execute(DrivenLoop<?> loop) {
    StepInFlight step = Objects.requireNonNull(loop.step(), "a reserved loop has its step");
    loop.moveTo(LoopPhase.EXECUTING);
    if (observer.isWatched()) {
      step.dispatched(turnBegan());
    }
    try {
      Interception interception = loop.registration().interception;
      if (!interception.isNone()) {
        step.setOverride(override(interception, step));
      }
      batches.add(step);
      unanswered++;
    } catch (NeverFitsException | LoopFailedException e) {
      admission.releaseStep(loop);
      endings.fail(loop, e);
    }
  }

  private static @Nullable WorkPayload override(Interception interception, StepInFlight step) {
    return LoopCode.callNullable(
        step.loop().id(),
        "step " + step.loop().stepIndex(),
        () -> interception.before(step.plan(), step.loop().plugins()));
  }

  /** Hands the steps that pools have room for to their executors, batch by batch. */
  void dispatch() {
    batches.dispatch();
  }

  /** Takes a step back that waits for room on its pool; false if its executor has it. */
  boolean unhand(StepInFlight step) {
    boolean withdrawn = batches.withdraw(step);
    if (withdrawn) {
      unanswered--;
    }
    return withdrawn;
  }

  /** The number of a step that an executor is handed now. */
  long numberHandedOver() {
    return repairs.number();
  }

  private Instant turnBegan() {
    if (turnBegan == null) {
      turnBegan = clock.instant();
    }
    return turnBegan;
  }

  // ---- answers

  /** Takes at most {@code most} answers of executors. */
  void answers(int most) {
    for (int i = 0; i < most; i++) {
      StepInFlight step = inbox.pollAnswer();
      if (step == null) {
        return;
      }
      answer(step);
    }
  }

  private void answer(StepInFlight step) {
    unanswered--;
    batches.answered(step);
    admission.releaseStep(step.loop());
    if (step.result() != null) {
      advance(step);
    } else if (step.refusal() != null) {
      refused(step);
    } else {
      failed(step, Objects.requireNonNull(step.failure(), "an answer is one of three"));
    }
  }

  private void advance(StepInFlight step) {
    DrivenLoop<?> loop = step.loop();
    try {
      Interception interception = loop.registration().interception;
      if (!interception.isNone()) {
        step.setResult(intercepted(interception, step));
      }
      loop.advance(step.resultOrThrow());
      loop.moveTo(LoopPhase.COMMITTING);
      if (loop.isStored()) {
        commits.store(loop.commitAhead(chunks(step)), step);
      } else {
        stored(step);
      }
    } catch (LoopFailedException e) {
      endings.fail(loop, e);
    }
  }

  private static StepResult intercepted(Interception interception, StepInFlight step) {
    DrivenLoop<?> loop = step.loop();
    return LoopCode.call(
        loop.id(),
        "step " + loop.stepIndex(),
        () ->
            interception.after(step.plan(), step.override(), step.resultOrThrow(), loop.plugins()));
  }

  private static List<StreamChunk> chunks(StepInFlight step) {
    List<StreamChunk> planned = step.plan().emits();
    List<StreamChunk> produced = step.resultOrThrow().emits();
    if (planned.isEmpty() || produced.isEmpty()) {
      return planned.isEmpty() ? produced : planned;
    }
    List<StreamChunk> chunks = new ArrayList<>(planned);
    chunks.addAll(produced);
    return chunks;
  }

  /** A step counts: its chunks are emitted and its loop goes on. */
  void stored(StepInFlight step) {
    DrivenLoop<?> loop = step.loop();
    StepResult result = step.resultOrThrow();
    if (observer.isWatched()) {
      tell(step, result);
    }
    loop.settle();
    loop.setStep(null);
    observer.emit(loop, step.plan().emits());
    observer.emit(loop, result.emits());
    if (result.behavior() != null && loop.state().profile() != ExecutionProfile.SERVE) {
      observer.captured(result.behavior());
    }
    ready(loop);
    if (step.cause() != null) {
      step.cause().answer().complete(result);
    }
  }

  private void tell(StepInFlight step, StepResult result) {
    DrivenLoop<?> loop = step.loop();
    RuntimeObserver.Step completed =
        new RuntimeObserver.Step(
            loop.id(),
            loop.kind(),
            loop.stepIndex(),
            step.plan().shape().kind(),
            result.actual(),
            step.dispatchedAt(),
            turnBegan());
    observer.tell(o -> o.stepCompleted(completed));
  }

  /** The store refuses a step for good. */
  void notStored(StepInFlight step, RuntimeException reason) {
    DrivenLoop<?> loop = step.loop();
    endings.fail(
        loop,
        new LoopFailedException(
            loop.id(), "step " + loop.stepIndex() + " could not be stored", reason));
  }

  /** A cancelled step that gives up is no failure: its loop is at the boundary before it. */
  private void failed(StepInFlight step, Throwable cause) {
    DrivenLoop<?> loop = step.loop();
    if (loop.cancelReason() != null) {
      endings.cancel(loop);
    } else if (cause instanceof PoolFailedException broken) {
      repair(step, broken);
    } else {
      endings.fail(loop, failure(step, cause));
    }
  }

  private static LoopFailedException failure(StepInFlight step, Throwable cause) {
    DrivenLoop<?> loop = step.loop();
    return new LoopFailedException(
        loop.id(), "step " + loop.stepIndex() + " (" + step.plan().label() + ")", cause);
  }

  private void repair(StepInFlight step, PoolFailedException broken) {
    DrivenLoop<?> loop = step.loop();
    if (loop.countPoolResume() > poolResumes) {
      endings.fail(loop, failure(step, broken));
      return;
    }
    try {
      repairs.repair(step, broken);
    } catch (RuntimeException | LinkageError | AssertionError e) {
      if (!e.equals(broken)) {
        e.addSuppressed(broken);
      }
      endings.fail(loop, failure(step, e));
      return;
    }
    loop.setStep(null);
    if (step.cause() == null) {
      ready(loop);
    } else {
      reserve(loop, step.plan(), step.cause());
    }
  }

  private void refused(StepInFlight step) {
    DrivenLoop<?> loop = step.loop();
    PendingSignal cause = step.cause();
    if (cause == null || cause.isTimer() || !(step.plan().payload() instanceof Waiting waiting)) {
      failed(
          step, new IllegalStateException("it refused a signal that nobody sent", step.refusal()));
      return;
    }
    cause.refuse(Objects.requireNonNull(step.refusal(), "a refusal has a reason"));
    loop.setStep(null);
    if (loop.cancelReason() != null) {
      endings.cancel(loop);
    } else if (preemption.isAsked(loop)) {
      ready(loop);
    } else {
      waits.park(loop, step.plan(), waiting);
    }
  }
}

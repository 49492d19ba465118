package dev.evolve.loop.runtime;

import dev.evolve.loop.Done;
import dev.evolve.loop.Plan;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import dev.evolve.loop.runtime.LoopException.NeverFitsException;
import dev.evolve.loop.runtime.LoopException.RuntimeBusyException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Takes loops through their steps: cancel check, plan, reservation, execution, advance, commit,
 * emission, and back to the end of the ready queue. Ready loops take turns, one step each, so none
 * starves; loops that wait, run or have ended are not in the queue and cost a turn nothing.
 */
final class StepCycle {

  private final Admission admission;
  private final ParkedLoops parked;
  private final CommitQueue commits;
  private final BatchPlanner batches;
  private final Endings endings;
  private final GuardedObserver observer;
  private final Inbox inbox;
  private final InstantSource clock;
  private final int signalsPerLoop;
  private final Queue<DrivenLoop<?>> ready = new ArrayDeque<>();
  private int unanswered;

  StepCycle(
      Admission admission,
      ParkedLoops parked,
      CommitQueue commits,
      BatchPlanner batches,
      Endings endings,
      GuardedObserver observer,
      Inbox inbox,
      InstantSource clock,
      int signalsPerLoop) {
    this.admission = admission;
    this.parked = parked;
    this.commits = commits;
    this.batches = batches;
    this.endings = endings;
    this.observer = observer;
    this.inbox = inbox;
    this.clock = clock;
    this.signalsPerLoop = signalsPerLoop;
  }

  /** Whether another turn would find something to plan or to grant. */
  boolean hasWork() {
    return !ready.isEmpty() || admission.mayGrant();
  }

  /** Steps that an executor has and has not answered. */
  int unanswered() {
    return unanswered;
  }

  // ---- admission

  /** Starts a loop now or when what it needs is free. */
  void admit(DrivenLoop<?> loop) {
    if (admission.admit(loop)) {
      start(loop);
    }
  }

  /** Starts the loops and steps that no longer need to wait for a reservation. */
  void grant() {
    admission.admitted().forEach(this::start);
    admission.runnable().forEach(this::execute);
  }

  private void start(DrivenLoop<?> loop) {
    observer.tell(o -> o.loopStarted(loop.id(), loop.kind()));
    ready(loop);
  }

  private void ready(DrivenLoop<?> loop) {
    loop.moveTo(LoopPhase.READY);
    ready.add(loop);
  }

  // ---- planning

  /** Plans at most {@code most} loops, each once. */
  void planReady(int most) {
    int round = Math.min(most, ready.size());
    for (int i = 0; i < round; i++) {
      plan(ready.remove());
    }
  }

  private void plan(DrivenLoop<?> loop) {
    if (loop.cancellation().reason() != null) {
      endings.cancel(loop);
      return;
    }
    Plan plan;
    try {
      plan = loop.next();
    } catch (LoopFailedException e) {
      endings.fail(loop, e);
      return;
    }
    switch (plan) {
      case Done done -> endings.finish(loop);
      case WorkPlan work -> follow(loop, work);
    }
  }

  private void follow(DrivenLoop<?> loop, WorkPlan plan) {
    if (plan.payload() instanceof Waiting waiting) {
      park(loop, plan, waiting);
    } else {
      loop.signals().refuseAll("it goes on with: " + plan.label());
      reserve(loop, plan, null);
    }
  }

  // ---- waiting

  private void park(DrivenLoop<?> loop, WorkPlan plan, Waiting waiting) {
    loop.moveTo(LoopPhase.PARKED);
    loop.setParkedPlan(plan);
    Instant until = waiting.until();
    if (until != null && !until.isAfter(clock.instant())) {
      wake(loop, PendingSignal.timer());
      return;
    }
    PendingSignal signal = loop.signals().takeFor(waiting);
    if (signal != null) {
      wake(loop, signal);
      return;
    }
    parked.park(loop, until);
    observer.tell(o -> o.loopParked(loop.id(), loop.kind(), until));
  }

  /** Wakes the loops whose deadline has passed. */
  void fireTimers(Instant now) {
    parked.takeDue(now).forEach(loop -> wake(loop, PendingSignal.timer()));
  }

  private void wake(DrivenLoop<?> loop, PendingSignal cause) {
    parked.remove(loop);
    WorkPlan plan = Objects.requireNonNull(loop.parkedPlan(), "a parked loop has its plan");
    loop.setParkedPlan(null);
    reserve(loop, plan, cause);
  }

  /** Brings a signal to a loop: wakes it, queues it behind another, or refuses it. */
  void signal(DrivenLoop<?> loop, PendingSignal signal) {
    switch (loop.phase()) {
      case PARKED -> signalParked(loop, signal);
      case QUEUED, READY, COMMITTING -> queue(loop, signal);
      case RESERVING, EXECUTING -> signalBusy(loop, signal);
      case ENDING, ENDED -> signal.refuse(loop.signals().notWaiting(signal, "it has ended"));
    }
  }

  private void signalParked(DrivenLoop<?> loop, PendingSignal signal) {
    WorkPlan plan = Objects.requireNonNull(loop.parkedPlan(), "a parked loop has its plan");
    if (plan.payload() instanceof Waiting waiting
        && waiting.signals().contains(signal.signal().name())) {
      wake(loop, signal);
    } else {
      signal.refuse(loop.signals().notWaiting(signal, "it waits for " + plan.payload()));
    }
  }

  private void signalBusy(DrivenLoop<?> loop, PendingSignal signal) {
    StepInFlight step = Objects.requireNonNull(loop.step(), "a busy loop has its step");
    if (step.cause() != null) {
      queue(loop, signal);
    } else {
      signal.refuse(loop.signals().notWaiting(signal, "it is busy with: " + step.plan().label()));
    }
  }

  private void queue(DrivenLoop<?> loop, PendingSignal signal) {
    if (loop.signals().size() >= signalsPerLoop) {
      signal.refuse(
          new RuntimeBusyException(
              loop.id(), signalsPerLoop + " signals wait for " + loop.id() + " already"));
    } else {
      loop.signals().add(signal);
    }
  }

  // ---- execution

  private void reserve(DrivenLoop<?> loop, WorkPlan plan, @Nullable PendingSignal cause) {
    loop.moveTo(LoopPhase.RESERVING);
    loop.setStep(new StepInFlight(loop, plan, cause, inbox));
    try {
      if (admission.reserve(loop, plan.resources())) {
        execute(loop);
      }
    } catch (NeverFitsException e) {
      endings.fail(loop, e);
    }
  }

  private void execute(DrivenLoop<?> loop) {
    StepInFlight step = Objects.requireNonNull(loop.step(), "a reserved loop has its step");
    loop.moveTo(LoopPhase.EXECUTING);
    step.dispatched(clock.instant());
    batches.add(loop.executor(), loop.work(step));
  }

  /** Hands the turn's steps to their executors, batch by batch. */
  void dispatch() {
    unanswered += batches.size();
    batches.dispatch();
  }

  // ---- answers

  /** Takes what an executor said of a step. */
  void answer(Inbox.Answer answer) {
    unanswered--;
    StepInFlight step = answer.step();
    DrivenLoop<?> loop = step.loop();
    admission.releaseStep(loop);
    switch (answer.outcome()) {
      case StepOutcome.Succeeded succeeded -> advance(loop, step, succeeded.result());
      case StepOutcome.Failed failed -> failed(loop, step, failed.cause());
      case StepOutcome.Refused refused -> refused(loop, step, refused);
    }
  }

  private void advance(DrivenLoop<?> loop, StepInFlight step, StepResult result) {
    List<StreamChunk> chunks = new ArrayList<>(step.plan().emits());
    chunks.addAll(result.emits());
    StepCommit commit;
    try {
      commit = loop.advance(result, chunks);
    } catch (LoopFailedException e) {
      endings.fail(loop, e);
      return;
    }
    loop.moveTo(LoopPhase.COMMITTING);
    commits.store(
        commit,
        () -> stored(loop, step, result, chunks),
        refusal ->
            endings.fail(
                loop,
                new LoopFailedException(
                    loop.id(), "step " + loop.stepIndex() + " could not be stored", refusal)));
  }

  private void stored(
      DrivenLoop<?> loop, StepInFlight step, StepResult result, List<StreamChunk> chunks) {
    RuntimeObserver.Step completed =
        new RuntimeObserver.Step(
            loop.id(),
            loop.kind(),
            loop.stepIndex(),
            step.plan().shape().kind(),
            result.actual(),
            Duration.between(step.dispatchedAt(), clock.instant()));
    loop.settle();
    loop.setStep(null);
    observer.tell(o -> o.stepCompleted(completed));
    observer.emit(loop.id(), chunks);
    ready(loop);
    if (step.cause() != null) {
      step.cause().answer().complete(result);
    }
  }

  /** A cancelled step that gives up is no failure: its loop is at the boundary before it. */
  private void failed(DrivenLoop<?> loop, StepInFlight step, Throwable cause) {
    if (loop.cancellation().reason() != null) {
      endings.cancel(loop);
    } else {
      endings.fail(
          loop,
          new LoopFailedException(
              loop.id(), "step " + loop.stepIndex() + " (" + step.plan().label() + ")", cause));
    }
  }

  private void refused(DrivenLoop<?> loop, StepInFlight step, StepOutcome.Refused refused) {
    PendingSignal cause = step.cause();
    if (cause == null || cause.isTimer() || !(step.plan().payload() instanceof Waiting waiting)) {
      failed(
          loop,
          step,
          new IllegalStateException("it refused a signal that nobody sent", refused.reason()));
      return;
    }
    cause.refuse(refused.reason());
    loop.setStep(null);
    if (loop.cancellation().reason() != null) {
      endings.cancel(loop);
    } else {
      park(loop, step.plan(), waiting);
    }
  }

  // ---- cancelling

  /** Asks a loop to stop; at once if it is at a boundary and not in the ready queue. */
  void cancel(DrivenLoop<?> loop, String reason) {
    switch (loop.phase()) {
      case QUEUED, PARKED, RESERVING -> {
        loop.cancellation().cancel(reason);
        endings.cancel(loop);
      }
      case READY, EXECUTING, COMMITTING -> loop.cancellation().cancel(reason);
      case ENDING, ENDED -> {
        // Whatever ended it came first.
      }
    }
  }
}

package dev.evolve.loop.runtime;

import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.runtime.LoopException.RuntimeBusyException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Loops that wait for a signal or a deadline: parks them, brings them what they wait for, and has
 * their step taken then.
 */
final class Waits {

  private final ParkedLoops parked;
  private final Preemption preemption;
  private final GuardedObserver observer;
  private final InstantSource clock;
  private final int signalsPerLoop;
  private final StepCycle cycle;

  Waits(
      ParkedLoops parked,
      Preemption preemption,
      GuardedObserver observer,
      InstantSource clock,
      int signalsPerLoop,
      StepCycle cycle) {
    this.parked = parked;
    this.preemption = preemption;
    this.observer = observer;
    this.clock = clock;
    this.signalsPerLoop = signalsPerLoop;
    this.cycle = cycle;
  }

  void park(DrivenLoop<?> loop, WorkPlan plan, Waiting waiting) {
    loop.moveTo(LoopPhase.PARKED);
    loop.setPlan(plan);
    Instant until = waiting.until();
    if (until != null && !until.isAfter(clock.instant())) {
      wake(loop, PendingSignal.timer());
      return;
    }
    PendingSignal signal = loop.hasSignals() ? loop.signals().takeFor(waiting) : null;
    if (signal != null) {
      wake(loop, signal);
      return;
    }
    parked.park(loop, until);
    observer.tell(o -> o.loopParked(loop.id(), loop.kind(), until));
  }

  /** Wakes the loops whose deadline has passed. */
  void fireTimers() {
    if (parked.nextDeadline() != null) {
      parked.takeDue(clock.instant()).stream()
          .filter(loop -> loop.phase() == LoopPhase.PARKED)
          .forEach(loop -> wake(loop, PendingSignal.timer()));
    }
  }

  private void wake(DrivenLoop<?> loop, PendingSignal cause) {
    parked.remove(loop);
    WorkPlan plan = Objects.requireNonNull(loop.plan(), "a parked loop has its plan");
    loop.setPlan(null);
    cycle.reserve(loop, plan, cause);
    preemption.woken(loop);
  }

  /** Brings a signal to a loop: wakes it, queues it behind another, or refuses it. */
  void signal(DrivenLoop<?> loop, PendingSignal signal) {
    switch (loop.phase()) {
      case PARKED -> signalParked(loop, signal);
      case ACCEPTING, QUEUED, READY, COMMITTING -> queue(loop, signal);
      case RESERVING, EXECUTING -> signalBusy(loop, signal);
      case ENDING, ENDED -> signal.refuse(loop.signals().notWaiting(signal, "it has ended"));
    }
  }

  private void signalParked(DrivenLoop<?> loop, PendingSignal signal) {
    WorkPlan plan = Objects.requireNonNull(loop.plan(), "a parked loop has its plan");
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
}

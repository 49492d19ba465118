package dev.evolve.loop.runtime;

import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One execution of one plan, from its reservation until it is stored. Takes its executor's first
 * answer, on any thread, into the inbox.
 */
final class StepInFlight implements WorkExecutor.Completion {

  private final DrivenLoop<?> loop;
  private final WorkPlan plan;
  private final @Nullable PendingSignal cause;
  private final Inbox inbox;
  private final AtomicBoolean answered = new AtomicBoolean();
  private Instant dispatchedAt = Instant.MIN;

  /**
   * @param cause what woke the plan if it waited, else null
   */
  StepInFlight(DrivenLoop<?> loop, WorkPlan plan, @Nullable PendingSignal cause, Inbox inbox) {
    this.loop = loop;
    this.plan = plan;
    this.cause = cause;
    this.inbox = inbox;
  }

  DrivenLoop<?> loop() {
    return loop;
  }

  WorkPlan plan() {
    return plan;
  }

  @Nullable PendingSignal cause() {
    return cause;
  }

  @Nullable Signal signal() {
    return cause == null ? null : cause.signal();
  }

  Instant dispatchedAt() {
    return dispatchedAt;
  }

  void dispatched(Instant now) {
    dispatchedAt = now;
  }

  @Override
  public void succeed(StepResult result) {
    Objects.requireNonNull(result, "a step succeeds with a result");
    answer(new StepOutcome.Succeeded(result));
  }

  @Override
  public void fail(Throwable failure) {
    Objects.requireNonNull(failure, "a step fails with a cause");
    answer(new StepOutcome.Failed(failure));
  }

  @Override
  public void refuseSignal(SignalRefusedException reason) {
    Objects.requireNonNull(reason, "a signal is refused with a reason");
    answer(new StepOutcome.Refused(reason));
  }

  private void answer(StepOutcome outcome) {
    if (answered.compareAndSet(false, true)) {
      inbox.answer(new Inbox.Answer(this, outcome));
    }
  }
}

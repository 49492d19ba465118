package dev.evolve.loop.runtime;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.ExecutionContext;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One execution of one plan, from its reservation until it is stored. Takes its executor's first
 * answer, on any thread, into the inbox; exactly one of result, failure and refusal is set then.
 */
final class StepInFlight implements WorkExecutor.Completion, CommitQueue.Entry {

  private static final VarHandle ANSWERED = answeredHandle();
  private static final long NOT_HANDED_OVER = -1;

  private final DrivenLoop<?> loop;
  private final WorkPlan plan;
  private final @Nullable PendingSignal cause;
  private final StepCycle cycle;
  private @Nullable WorkPayload override;
  private BatchPlanner.@Nullable Batch batch;
  private long number = NOT_HANDED_OVER;
  private Instant dispatchedAt = Instant.MIN;
  private @Nullable StepResult result;
  private @Nullable Throwable failure;
  private @Nullable SignalRefusedException refusal;

  @SuppressWarnings("unused") // Set through its handle.
  private boolean answered;

  /**
   * @param cause what woke the plan if it waited, else null
   */
  StepInFlight(DrivenLoop<?> loop, WorkPlan plan, @Nullable PendingSignal cause, StepCycle cycle) {
    this.loop = loop;
    this.plan = plan;
    this.cause = cause;
    this.cycle = cycle;
  }

  private static VarHandle answeredHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(StepInFlight.class, "answered", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
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

  /** What the executor is handed; the step is under way from now on. */
  WorkExecutor.Work handOver() {
    number = cycle.numberHandedOver();
    return new WorkExecutor.Work(
        plan,
        new ExecutionContext(
            loop.id(),
            loop.stepIndex(),
            loop.state(),
            cause == null ? null : cause.signal(),
            loop,
            loop.state().profile()),
        override,
        this);
  }

  @Nullable WorkPayload override() {
    return override;
  }

  void setOverride(@Nullable WorkPayload replacement) {
    override = replacement;
  }

  BatchPlanner.@Nullable Batch batch() {
    return batch;
  }

  void setBatch(BatchPlanner.Batch taken) {
    batch = taken;
  }

  /** Orders steps by when they were handed over, see {@link PoolRepairs#number}. */
  long number() {
    return number;
  }

  /** Whether an executor has it. */
  boolean isHandedOver() {
    return number != NOT_HANDED_OVER;
  }

  Instant dispatchedAt() {
    return dispatchedAt;
  }

  void dispatched(Instant now) {
    dispatchedAt = now;
  }

  // ---- the answer

  /** What came of the step; null if it failed or its signal was refused. */
  @Nullable StepResult result() {
    return result;
  }

  StepResult resultOrThrow() {
    return Objects.requireNonNull(result, "a step that succeeded has a result");
  }

  void setResult(StepResult changed) {
    result = changed;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  @Nullable SignalRefusedException refusal() {
    return refusal;
  }

  @Override
  public void succeed(StepResult outcome) {
    Objects.requireNonNull(outcome, "a step succeeds with a result");
    if (isFirstAnswer()) {
      result = outcome;
      cycle.inbox().answer(this);
    }
  }

  @Override
  public void fail(Throwable why) {
    Objects.requireNonNull(why, "a step fails with a cause");
    if (isFirstAnswer()) {
      failure = why;
      cycle.inbox().answer(this);
    }
  }

  @Override
  public void refuseSignal(SignalRefusedException reason) {
    Objects.requireNonNull(reason, "a signal is refused with a reason");
    if (isFirstAnswer()) {
      refusal = reason;
      cycle.inbox().answer(this);
    }
  }

  private boolean isFirstAnswer() {
    return ANSWERED.compareAndSet(this, false, true);
  }

  // ---- the store

  @Override
  public void stored() {
    cycle.stored(this);
  }

  @Override
  public void broken(RuntimeException reason) {
    cycle.notStored(this, reason);
  }
}

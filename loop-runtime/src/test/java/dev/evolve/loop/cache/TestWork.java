package dev.evolve.loop.cache;

import dev.evolve.loop.CachePlan;
import dev.evolve.loop.Cancellation;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import dev.evolve.loop.port.ExecutionContext;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A work with the place where its answer goes. */
final class TestWork implements WorkExecutor.Completion {

  /** What to compute with, and what came out. */
  record Number(long value) implements WorkPayload {}

  private record State(long stepIndex) implements LoopState {}

  private final String loopId;
  private final WorkPlan plan;
  private @Nullable WorkPayload override;
  private Cancellation cancellation = () -> false;
  private ExecutionProfile profile = ExecutionProfile.SERVE;
  private @Nullable StepResult result;
  private @Nullable Throwable failure;
  private int answers;

  private TestWork(String loopId, WorkPlan plan) {
    this.loopId = loopId;
    this.plan = plan;
  }

  static TestWork of(String loopId, WorkPayload payload, CachePlan cache) {
    WorkPlan plan =
        WorkPlan.of(
            ShapeSignature.of(WorkUnitKind.ENCODER_CHUNK),
            payload,
            "step",
            ResourceRequest.NONE,
            PlacementHint.ANY);
    return new TestWork(loopId, plan.withCache(cache));
  }

  TestWork withOverride(WorkPayload other) {
    override = other;
    return this;
  }

  TestWork withProfile(ExecutionProfile other) {
    profile = other;
    return this;
  }

  TestWork withCancellation(Cancellation other) {
    cancellation = other;
    return this;
  }

  WorkExecutor.Work work() {
    return new WorkExecutor.Work(
        plan,
        new ExecutionContext(loopId, 0, new State(0), null, cancellation, profile),
        override,
        this);
  }

  StepResult result() {
    return Objects.requireNonNull(result, () -> loopId + " has no result but " + failure);
  }

  Throwable failure() {
    return Objects.requireNonNull(failure, () -> loopId + " did not fail but has " + result);
  }

  int answers() {
    return answers;
  }

  @Override
  public void succeed(StepResult given) {
    answers++;
    result = given;
  }

  @Override
  public void fail(Throwable cause) {
    answers++;
    failure = cause;
  }

  @Override
  public void refuseSignal(SignalRefusedException reason) {
    fail(reason);
  }
}

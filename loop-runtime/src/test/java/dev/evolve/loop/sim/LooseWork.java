package dev.evolve.loop.sim;

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

/** A work that no runtime drives, with the place where its answer goes. */
public final class LooseWork implements WorkExecutor.Completion {

  /** What to compute with, and what came out. */
  public record Number(long value) implements WorkPayload {}

  private record State(long stepIndex) implements LoopState {}

  private final String loopId;
  private final WorkPlan plan;
  private @Nullable WorkPayload override;
  private Cancellation cancellation = () -> false;
  private ExecutionProfile profile = ExecutionProfile.SERVE;
  private @Nullable StepResult result;
  private @Nullable Throwable failure;
  private int answers;

  private LooseWork(String loopId, WorkPlan plan) {
    this.loopId = loopId;
    this.plan = plan;
  }

  public static LooseWork of(String loopId, WorkPayload payload, CachePlan cache) {
    WorkPlan plan =
        WorkPlan.of(
            ShapeSignature.of(WorkUnitKind.ENCODER_CHUNK),
            payload,
            "step",
            ResourceRequest.NONE,
            PlacementHint.ANY);
    return of(loopId, plan.withCache(cache));
  }

  public static LooseWork of(String loopId, WorkPlan plan) {
    return new LooseWork(loopId, plan);
  }

  public LooseWork withOverride(WorkPayload other) {
    override = other;
    return this;
  }

  public LooseWork withProfile(ExecutionProfile other) {
    profile = other;
    return this;
  }

  public LooseWork withCancellation(Cancellation other) {
    cancellation = other;
    return this;
  }

  public WorkExecutor.Work work() {
    return new WorkExecutor.Work(
        plan,
        new ExecutionContext(loopId, 0, new State(0), null, cancellation, profile),
        override,
        this);
  }

  public StepResult result() {
    return Objects.requireNonNull(result, () -> loopId + " has no result but " + failure);
  }

  public Throwable failure() {
    return Objects.requireNonNull(failure, () -> loopId + " did not fail but has " + result);
  }

  public int answers() {
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

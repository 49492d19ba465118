package dev.evolve.loop.gate;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.Done;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.Plan;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.StateCodec;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import dev.evolve.loop.port.KernelDeclaration;
import dev.evolve.loop.port.WorkExecutor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/** A loop over one number, and an executor of it whose kernel and capture can be made wrong. */
final class NumberLoop implements Loop<Integer, NumberLoop.State> {

  record State(String loopId, long stepIndex, int length, double value, ExecutionProfile profile)
      implements LoopState {}

  record Number(double value) implements WorkPayload {}

  @Override
  public String kind() {
    return "number";
  }

  @Override
  public State init(Integer length, ModelRef model, LoopContext context) {
    double first = 1 + context.seed() % 10 / 10.0;
    return new State(context.loopId(), 0, length, first, context.profile());
  }

  @Override
  public Plan next(State state) {
    return state.stepIndex == state.length
        ? new Done("length")
        : WorkPlan.of(
            ShapeSignature.of(WorkUnitKind.DIFFUSION_STEP),
            new Number(state.value),
            "step",
            ResourceRequest.NONE,
            PlacementHint.ANY);
  }

  @Override
  public State advance(State state, StepResult result) {
    double value = ((Number) result.payload()).value();
    return new State(state.loopId, state.stepIndex + 1, state.length, value, state.profile);
  }

  @Override
  public LoopResult finalize(State state) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("value", Double.toString(state.value));
    return new LoopResult("length", artifacts);
  }

  @Override
  public StateCodec<State> codec() {
    return new StateCodec<>() {
      @Override
      public byte[] encode(State state) {
        return state.toString().getBytes(StandardCharsets.UTF_8);
      }

      @Override
      public State decode(byte[] json) {
        throw new UnsupportedOperationException("these runs are not resumed");
      }
    };
  }

  /** What a kernel computes of a step. */
  @FunctionalInterface
  interface Kernel {

    /** Of the input, the number of steps in the call, and the index of the step. */
    double of(double input, int batch, long step);
  }

  /** What a step captures. */
  @FunctionalInterface
  interface CaptureOf {

    /** Of a work and its output; null captures nothing. */
    @org.jspecify.annotations.Nullable
    BehaviorRecord of(WorkExecutor.Work work, double output);
  }

  /** Runs a kernel. */
  static final class Executor implements WorkExecutor {

    private final Kernel kernel;
    private final KernelDeclaration declaration;
    private CaptureOf capture = (work, output) -> null;

    Executor(Kernel kernel, KernelDeclaration declaration) {
      this.kernel = kernel;
      this.declaration = declaration;
    }

    Executor capturing(CaptureOf other) {
      capture = other;
      return this;
    }

    @Override
    public KernelDeclaration declaration() {
      return declaration;
    }

    @Override
    public void execute(List<Work> batch) {
      for (Work work : batch) {
        double input = ((Number) work.plan().payload()).value();
        double output = kernel.of(input, batch.size(), work.context().stepIndex());
        StepResult result = StepResult.of(new Number(output), Duration.ZERO);
        BehaviorRecord captured = capture.of(work, output);
        work.completion().succeed(captured == null ? result : result.withBehavior(captured));
      }
    }
  }
}

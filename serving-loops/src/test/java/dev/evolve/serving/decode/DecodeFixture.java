package dev.evolve.serving.decode;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.Plan;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.gate.Entrant;
import dev.evolve.loop.port.ExecutionContext;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.kernel.NativeKernels;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A tiny model, executors that are closed afterwards, and a way to run one request to its end. */
final class DecodeFixture implements AutoCloseable {

  static final DecoderShape SHAPE = DecoderShape.TINY;
  static final DecoderModel MODEL = DecoderModel.seeded("tiny", SHAPE, 11);
  static final Kernels KERNELS = NativeKernels.loadFromUserCache();
  static final DecodeKnobs KNOBS =
      DecodeKnobs.DEFAULTS.withKv(4, 128).withBatches(8, 8, 16).withDrafts(3, 2, 1);

  private final List<DecodeExecutor> executors = new ArrayList<>();

  DecodeExecutor executor() {
    return executor(KERNELS, KNOBS);
  }

  DecodeExecutor executor(Kernels kernels, DecodeKnobs knobs) {
    DecodeExecutor executor = new DecodeExecutor(MODEL, kernels, knobs, InstantSource.system());
    executors.add(executor);
    return executor;
  }

  static DecodeLoop loop() {
    return new DecodeLoop(KNOBS, SHAPE);
  }

  static DecodeLoop loop(DraftSource drafts) {
    return new DecodeLoop(KNOBS, SHAPE, drafts);
  }

  static DecodeState first(DecodeLoop loop, DecodeRequest request, long seed) {
    return loop.init(
        request, MODEL.reference(), new LoopContext("loop-" + seed, seed, ExecutionProfile.SERVE));
  }

  static Entrant<DecodeRequest, DecodeState> entrant(
      String id, DecodeLoop loop, WorkExecutor executor, DecodeRequest request) {
    return new Entrant<>(id, loop, executor, request, MODEL.reference(), id.hashCode());
  }

  /** Runs a request from its first state. */
  static Run run(DecodeLoop loop, WorkExecutor executor, DecodeRequest request) {
    return run(loop, executor, "a", first(loop, request, 1), state -> state);
  }

  /**
   * Runs on from a state.
   *
   * @param between applied to the state at each boundary
   */
  static Run run(
      DecodeLoop loop,
      WorkExecutor executor,
      String id,
      DecodeState from,
      UnaryOperator<DecodeState> between) {
    Run run = new Run(from);
    for (Plan plan = loop.next(from); plan instanceof WorkPlan work; plan = loop.next(run.state)) {
      StepResult result = answer(executor, id, run.state, work).join();
      run.results.add(result);
      run.state = between.apply(loop.advance(run.state, result));
    }
    run.result = loop.finalize(run.state);
    return run;
  }

  static CompletableFuture<StepResult> answer(
      WorkExecutor executor, String id, DecodeState state, WorkPlan plan) {
    CompletableFuture<StepResult> answer = new CompletableFuture<>();
    executor.execute(List.of(work(id, state, plan, answer)));
    return answer;
  }

  static WorkExecutor.Work work(
      String id, DecodeState state, WorkPlan plan, CompletableFuture<StepResult> answer) {
    ExecutionContext context =
        new ExecutionContext(id, state.stepIndex(), state, null, () -> false, state.profile());
    return new WorkExecutor.Work(plan, context, null, new Answer(answer));
  }

  @Override
  public void close() {
    executors.forEach(DecodeExecutor::close);
  }

  /** What a run left. */
  static final class Run {

    private final List<StepResult> results = new ArrayList<>();
    private DecodeState state;
    private @Nullable LoopResult result;

    Run(DecodeState from) {
      this.state = from;
    }

    DecodeState state() {
      return state;
    }

    LoopResult result() {
      return java.util.Objects.requireNonNull(result);
    }

    List<StepResult> results() {
      return results;
    }

    List<StreamChunk> chunks() {
      return results.stream().flatMap(each -> each.emits().stream()).toList();
    }

    TokenSequence generated() {
      return state.tokens().slice(state.promptLength(), state.tokens().length());
    }
  }

  private record Answer(CompletableFuture<StepResult> future) implements WorkExecutor.Completion {

    @Override
    public void succeed(StepResult result) {
      future.complete(result);
    }

    @Override
    public void fail(Throwable cause) {
      future.completeExceptionally(cause);
    }

    @Override
    public void refuseSignal(SignalRefusedException reason) {
      future.completeExceptionally(reason);
    }
  }
}

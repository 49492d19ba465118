package dev.evolve.serving.video;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.Plan;
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.ExecutionContext;
import dev.evolve.loop.port.SignalRefusedException;
import dev.evolve.loop.port.WorkExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Takes one loop from step to step by hand, and keeps what there is to see.
 *
 * @param <S> the loop's state
 */
public final class Drive<S extends LoopState> {

  private final String loopId;
  private final Loop<?, S> loop;
  private final WorkExecutor executor;
  private final @Nullable StepInterceptor interceptor;

  /** Plans in the order in which they were executed. */
  public final List<WorkPlan> plans = new ArrayList<>();

  /** Results in the order of the plans. */
  public final List<StepResult> results = new ArrayList<>();

  /** How many steps had their forward replaced. */
  public int overrides;

  /** The state at the last boundary. */
  public S state;

  private Drive(
      String loopId,
      Loop<?, S> loop,
      WorkExecutor executor,
      @Nullable StepInterceptor interceptor,
      S state) {
    this.loopId = loopId;
    this.loop = loop;
    this.executor = executor;
    this.interceptor = interceptor;
    this.state = state;
  }

  /** Begins a served request with seed 7. */
  public static <R, S extends LoopState> Drive<S> begin(
      Loop<R, S> loop, WorkExecutor executor, R request) {
    return begin(loop, executor, request, 7, ExecutionProfile.SERVE, null);
  }

  /** Begins a request. */
  public static <R, S extends LoopState> Drive<S> begin(
      Loop<R, S> loop,
      WorkExecutor executor,
      R request,
      long seed,
      ExecutionProfile profile,
      @Nullable StepInterceptor interceptor) {
    LoopContext context = new LoopContext("drive", seed, profile);
    return new Drive<>(
        "drive", loop, executor, interceptor, loop.init(request, VideoEntrants.MODEL, context));
  }

  /** Goes on from a state. */
  public static <S extends LoopState> Drive<S> resume(
      Loop<?, S> loop, WorkExecutor executor, S state) {
    return new Drive<>("drive", loop, executor, null, state);
  }

  /** Takes one step; false if there is none. */
  public boolean step() {
    Plan plan = loop.next(state);
    if (!(plan instanceof WorkPlan work)) {
      return false;
    }
    PluginStates before = state.plugins();
    WorkPayload override = interceptor == null ? null : interceptor.before(work, before);
    StepResult result = execute(work, override);
    if (interceptor != null) {
      PluginStates kept = result.plugins() == null ? before : result.plugins();
      result = result.withPlugins(interceptor.after(work, override, result, kept));
    }
    overrides += override == null ? 0 : 1;
    plans.add(work);
    results.add(result);
    state = loop.advance(state, result);
    return true;
  }

  /** Takes so many steps at most. */
  public Drive<S> steps(int count) {
    for (int i = 0; i < count && step(); i++) {
      continue;
    }
    return this;
  }

  /** Takes all steps that are left. */
  public LoopResult finish() {
    while (step()) {
      continue;
    }
    return loop.finalize(state);
  }

  /** Chunks of all results. */
  public List<StreamChunk> chunks() {
    return results.stream().flatMap(result -> result.emits().stream()).toList();
  }

  /** What was captured. */
  public List<BehaviorRecord> behavior() {
    return results.stream().map(StepResult::behavior).filter(record -> record != null).toList();
  }

  /** Executes a plan in this state. */
  public StepResult execute(WorkPlan plan, @Nullable WorkPayload override) {
    Answer answer = new Answer();
    executor.execute(List.of(work(plan, override, answer)));
    return answer.future.join();
  }

  /** The work of a plan in this state. */
  public WorkExecutor.Work work(WorkPlan plan, @Nullable WorkPayload override, Answer answer) {
    ExecutionContext context =
        new ExecutionContext(loopId, state.stepIndex(), state, null, () -> false, state.profile());
    return new WorkExecutor.Work(plan, context, override, answer);
  }

  /** Where an executor's answer will be. */
  public static final class Answer implements WorkExecutor.Completion {

    /** The answer. */
    public final CompletableFuture<StepResult> future = new CompletableFuture<>();

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

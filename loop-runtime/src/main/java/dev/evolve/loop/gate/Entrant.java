package dev.evolve.loop.gate;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.Interception;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.port.WorkExecutor;
import java.util.List;

/**
 * One request that takes part in a check. A check asks for its entrants afresh for every run:
 * entrants of one run may share a loop object, an executor and its caches, as they would in
 * production; those of different runs must share nothing.
 *
 * @param loopId identity, equal in every run
 * @param loop the loop
 * @param executor what executes its plans
 * @param request what is asked for
 * @param model what the loop runs
 * @param seed seed of the request
 * @param profile how the loop runs
 * @param interceptors what alters its steps, in order
 */
public record Entrant<R, S extends LoopState>(
    String loopId,
    Loop<R, S> loop,
    WorkExecutor executor,
    R request,
    ModelRef model,
    long seed,
    ExecutionProfile profile,
    List<StepInterceptor> interceptors) {

  public Entrant {
    interceptors = List.copyOf(interceptors);
  }

  /** A request that is served without interceptors. */
  public Entrant(
      String loopId, Loop<R, S> loop, WorkExecutor executor, R request, ModelRef model, long seed) {
    this(loopId, loop, executor, request, model, seed, ExecutionProfile.SERVE, List.of());
  }

  /** This request with other interceptors. */
  public Entrant<R, S> with(StepInterceptor... others) {
    return new Entrant<>(loopId, loop, executor, request, model, seed, profile, List.of(others));
  }

  /** This request in another profile. */
  public Entrant<R, S> in(ExecutionProfile other) {
    return new Entrant<>(loopId, loop, executor, request, model, seed, other, interceptors);
  }

  LoopRun<S> begin(SignalScript signals) {
    return run(loop.init(request, model, new LoopContext(loopId, seed, profile)), signals);
  }

  /** Goes on from a state that was carried to where none of its caches are. */
  LoopRun<S> resume(byte[] state, SignalScript signals) {
    return run(loop.withoutCache(loop.codec().decode(state)), signals);
  }

  private LoopRun<S> run(S state, SignalScript signals) {
    return new LoopRun<>(loopId, loop, executor, new Interception(interceptors), signals, state);
  }
}

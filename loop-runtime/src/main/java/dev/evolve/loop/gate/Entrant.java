package dev.evolve.loop.gate;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.port.WorkExecutor;

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
 */
public record Entrant<R, S extends LoopState>(
    String loopId, Loop<R, S> loop, WorkExecutor executor, R request, ModelRef model, long seed) {

  LoopRun<S> begin(SignalScript signals) {
    LoopContext context = new LoopContext(loopId, seed, ExecutionProfile.SERVE);
    return new LoopRun<>(loopId, loop, executor, signals, loop.init(request, model, context));
  }

  LoopRun<S> resume(byte[] state, SignalScript signals) {
    return new LoopRun<>(loopId, loop, executor, signals, loop.codec().decode(state));
  }
}

package dev.evolve.loop.sim;

import dev.evolve.loop.LoopState;

/**
 * State of a {@link ScriptLoop}.
 *
 * @param request what it is to do
 * @param stepIndex steps advanced
 * @param seed seed of the request
 * @param digest folds everything that the steps gave, in order
 */
public record ScriptState(ScriptRequest request, long stepIndex, long seed, long digest)
    implements LoopState {

  ScriptState after(long value) {
    return new ScriptState(request, stepIndex + 1, seed, digest * 1_000_003 + value);
  }
}

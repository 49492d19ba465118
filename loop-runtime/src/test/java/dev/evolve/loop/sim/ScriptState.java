package dev.evolve.loop.sim;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.PluginStates;

/**
 * State of a {@link ScriptLoop}.
 *
 * @param request what it is to do
 * @param stepIndex steps advanced
 * @param seed seed of the request
 * @param digest folds everything that the steps gave, in order
 * @param cached steps whose outcome lies in its executor's cache; not stored, since what is
 *     restored has no cache
 * @param profile how it runs
 * @param plugins what plugins keep
 */
public record ScriptState(
    ScriptRequest request,
    long stepIndex,
    long seed,
    long digest,
    long cached,
    ExecutionProfile profile,
    PluginStates plugins)
    implements LoopState {

  /** A state of a loop that serves, without cache and plugins. */
  public ScriptState(ScriptRequest request, long stepIndex, long seed, long digest) {
    this(request, stepIndex, seed, digest, 0, ExecutionProfile.SERVE, PluginStates.EMPTY);
  }

  ScriptState after(long value) {
    return new ScriptState(
        request, stepIndex + 1, seed, digest * 1_000_003 + value, stepIndex + 1, profile, plugins);
  }

  ScriptState withPlugins(PluginStates kept) {
    return new ScriptState(request, stepIndex, seed, digest, cached, profile, kept);
  }

  ScriptState withCached(long steps) {
    return new ScriptState(request, stepIndex, seed, digest, steps, profile, plugins);
  }
}

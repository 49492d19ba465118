package dev.evolve.loop;

/**
 * All per-request state of a loop, including the state that plugins keep per guidance branch.
 *
 * <p>A state serialises to JSON at a step boundary, restores in another process and finishes with
 * the same bytes. Shared services (caches, pools, stores) never hang off it.
 */
public interface LoopState {

  /** How many steps were advanced so far; 0 after {@link Loop#init}. */
  long stepIndex();

  /** How the loop runs, as {@link LoopContext#profile} said when it began. */
  default ExecutionProfile profile() {
    return ExecutionProfile.SERVE;
  }

  /** What interceptors and policies keep of the request. */
  default PluginStates plugins() {
    return PluginStates.EMPTY;
  }
}

package dev.evolve.loop;

import org.jspecify.annotations.Nullable;

/**
 * Alters how steps are executed, for every loop of the kinds that it is registered with. It may
 * replace a step's expensive forward by an override; the step body still runs its cheap part, so
 * that the state moves as it always does.
 *
 * <p>Both methods are pure. All that an interceptor remembers of a request lies in the request's
 * {@link PluginStates}; it has no mutable field.
 */
public interface StepInterceptor {

  /**
   * Identity of its entries in {@link PluginStates}, unique among the interceptors of a runtime.
   */
  String id();

  /**
   * Whether outputs differ from those without it. Two of these are refused together, and a request
   * in exact mode refuses any.
   */
  boolean altersDistribution();

  /**
   * Looks at a step before it runs.
   *
   * @param plan the step
   * @param states what plugins kept of the request
   * @return what takes the place of the forward, in terms that the executor understands; null to
   *     let it run
   */
  default @Nullable WorkPayload before(WorkPlan plan, PluginStates states) {
    return null;
  }

  /**
   * Looks at a step after it ran.
   *
   * @param plan the step
   * @param override what took the place of its forward; null if it ran
   * @param result what came of it
   * @param states what plugins kept of the request before the step, changed by the executor and the
   *     interceptors before this one
   * @return what plugins keep from now on
   */
  default PluginStates after(
      WorkPlan plan, @Nullable WorkPayload override, StepResult result, PluginStates states) {
    return states;
  }
}

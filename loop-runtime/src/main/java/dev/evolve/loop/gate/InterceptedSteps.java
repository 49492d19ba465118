package dev.evolve.loop.gate;

import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.WorkExecutor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An executor and what intercepts its steps, in the order of the contract.
 *
 * @param executor executes the plans
 * @param interceptors alter them
 */
record InterceptedSteps(WorkExecutor executor, List<StepInterceptor> interceptors) {

  /** What takes the place of the step's forward: the first interceptor that replaces it says so. */
  @Nullable WorkPayload before(WorkPlan plan, PluginStates states) {
    for (StepInterceptor interceptor : interceptors) {
      WorkPayload override = interceptor.before(plan, states);
      if (override != null) {
        return override;
      }
    }
    return null;
  }

  /** The result with what every plugin keeps from now on. */
  StepResult after(
      WorkPlan plan, @Nullable WorkPayload override, StepResult result, PluginStates before) {
    PluginStates kept = result.plugins() == null ? before : result.plugins();
    for (StepInterceptor interceptor : interceptors) {
      kept = interceptor.after(plan, override, result, kept);
    }
    return kept.equals(before) ? result : result.withPlugins(kept);
  }
}

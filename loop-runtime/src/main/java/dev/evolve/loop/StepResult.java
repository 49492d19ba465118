package dev.evolve.loop;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a step.
 *
 * @param payload the outcome, in terms that the loop's {@link Loop#advance} understands
 * @param actual how long the work took
 * @param emits chunks that the step itself produced; emitted after the plan's
 * @param plugins what plugins keep of the request from now on; null if nothing changed
 * @param behavior what the step captured in a rollout; null otherwise
 */
public record StepResult(
    WorkPayload payload,
    Duration actual,
    List<StreamChunk> emits,
    @Nullable PluginStates plugins,
    @Nullable BehaviorRecord behavior) {

  public StepResult {
    emits = List.copyOf(emits);
  }

  /** A result without chunks. */
  public static StepResult of(WorkPayload payload, Duration actual) {
    return new StepResult(payload, actual, List.of(), null, null);
  }

  /** A result with chunks. */
  public static StepResult of(WorkPayload payload, Duration actual, List<StreamChunk> emits) {
    return new StepResult(payload, actual, emits, null, null);
  }

  /** This result with what plugins keep. */
  public StepResult withPlugins(PluginStates kept) {
    return new StepResult(payload, actual, emits, kept, behavior);
  }

  /** This result with captured behaviour. */
  public StepResult withBehavior(BehaviorRecord captured) {
    return new StepResult(payload, actual, emits, plugins, captured);
  }
}

package dev.evolve.loop;

import java.time.Duration;
import java.util.List;

/**
 * What came of a step.
 *
 * @param payload the outcome, in terms that the loop's {@link Loop#advance} understands
 * @param actual how long the work took
 * @param emits chunks that the step itself produced; emitted after the plan's
 */
public record StepResult(WorkPayload payload, Duration actual, List<StreamChunk> emits) {

  public StepResult {
    emits = List.copyOf(emits);
  }
}

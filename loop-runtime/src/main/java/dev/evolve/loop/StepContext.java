package dev.evolve.loop;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an executor knows of the step beside its plan.
 *
 * @param loopId the loop
 * @param stepIndex index of the step, from 0
 * @param state the loop's state at the step boundary
 * @param signal what woke a waiting plan; null for a plan that did not wait
 * @param cancellation to be looked at by long steps
 */
public record StepContext(
    String loopId,
    long stepIndex,
    LoopState state,
    @Nullable Signal signal,
    Cancellation cancellation) {

  /** What woke a waiting plan. */
  public Optional<Signal> wokenBy() {
    return Optional.ofNullable(signal);
  }
}

package dev.evolve.loop.port;

import dev.evolve.loop.Cancellation;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.Signal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an executor knows of a step beside its plan.
 *
 * @param loopId the loop
 * @param stepIndex index of the step, from 0
 * @param state the loop's state at the step boundary
 * @param signal what woke a waiting plan; null for a plan that did not wait
 * @param cancellation to be looked at by long steps
 * @param profile how the loop runs
 */
public record ExecutionContext(
    String loopId,
    long stepIndex,
    LoopState state,
    @Nullable Signal signal,
    Cancellation cancellation,
    ExecutionProfile profile) {

  /** What woke a waiting plan. */
  public Optional<Signal> wokenBy() {
    return Optional.ofNullable(signal);
  }
}

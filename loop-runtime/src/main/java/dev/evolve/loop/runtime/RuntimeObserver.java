package dev.evolve.loop.runtime;

import dev.evolve.loop.WorkUnitKind;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Watches a runtime, for metrics and logs. Called on the runtime's thread, so it must not block;
 * what it throws is logged and otherwise ignored. It can change nothing.
 */
public interface RuntimeObserver {

  /** Watches nothing. */
  RuntimeObserver NONE = new RuntimeObserver() {};

  /** A loop's first state was stored, or it was taken up again after a restart. */
  default void loopAccepted(String loopId, String kind, boolean restored) {}

  /** A loop has what it needs and starts to be driven. */
  default void loopStarted(String loopId, String kind) {}

  /** A step was stored. */
  default void stepCompleted(Step step) {}

  /** A loop waits for a signal, a deadline ({@code until}) or both. */
  default void loopParked(String loopId, String kind, @Nullable Instant until) {}

  /** A loop's last checkpoint was stored after it was done. */
  default void loopFinished(String loopId, String kind, String outcome) {}

  /** A loop failed. */
  default void loopFailed(String loopId, String kind, Throwable cause) {}

  /** A loop was cancelled. */
  default void loopCancelled(String loopId, String kind, String reason) {}

  /** A batch was handed to an executor. */
  default void batchDispatched(WorkUnitKind unit, int size) {}

  /** A loop gave back what it held to one of higher priority, and queues again. */
  default void loopPreempted(String loopId, String kind) {}

  /** A broken pool was set up again; its executor's loops have lost their caches. */
  default void poolRepaired(String pool, Throwable cause) {}

  /** The store could not be reached; commits are kept and tried again. */
  default void storeAway(Throwable cause) {}

  /** The store answers again. */
  default void storeBack() {}

  /**
   * A step that was stored.
   *
   * @param loopId the loop
   * @param kind its kind
   * @param stepIndex index of the step, from 0
   * @param unit kind of work
   * @param actual how long the work took, as the executor says
   * @param dispatchedAt begin of the turn in which it was handed to the executor
   * @param storedAt begin of the turn in which it came to count
   */
  record Step(
      String loopId,
      String kind,
      long stepIndex,
      WorkUnitKind unit,
      Duration actual,
      Instant dispatchedAt,
      Instant storedAt) {

    /** From hand-over to the executor until the step came to count. */
    public Duration turnaround() {
      return Duration.between(dispatchedAt, storedAt);
    }
  }

  /** Tells several watchers, each in its turn. */
  static RuntimeObserver all(RuntimeObserver... observers) {
    return new ObserverGroup(observers.clone());
  }
}

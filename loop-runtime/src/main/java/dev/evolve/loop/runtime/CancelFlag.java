package dev.evolve.loop.runtime;

import dev.evolve.loop.Cancellation;
import org.jspecify.annotations.Nullable;

/** Tells long steps to stop: because somebody cancelled the loop, or because the runtime stops. */
final class CancelFlag implements Cancellation {

  private volatile boolean raised;
  private @Nullable String reason;

  /** Raises the flag for a cancel. The first reason stays. */
  void cancel(String why) {
    if (reason == null) {
      reason = why;
    }
    raised = true;
  }

  /** Raises the flag because nobody will take the step's answer. */
  void abandon() {
    raised = true;
  }

  /** Why the loop was cancelled; null if it was not. Read on the runtime's thread only. */
  @Nullable String reason() {
    return reason;
  }

  @Override
  public boolean isCancelled() {
    return raised;
  }
}

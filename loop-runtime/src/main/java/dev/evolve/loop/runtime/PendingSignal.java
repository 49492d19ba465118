package dev.evolve.loop.runtime;

import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import java.util.concurrent.CompletableFuture;

/**
 * A signal on its way to a loop.
 *
 * @param signal what happened
 * @param answer the result of the step that it caused, once stored; or why it was not taken
 */
record PendingSignal(Signal signal, CompletableFuture<StepResult> answer) {

  static PendingSignal timer() {
    return new PendingSignal(new Signal(Signal.TIMER, ""), new CompletableFuture<>());
  }

  boolean isTimer() {
    return signal.name().equals(Signal.TIMER);
  }

  void refuse(Throwable reason) {
    answer.completeExceptionally(reason);
  }
}

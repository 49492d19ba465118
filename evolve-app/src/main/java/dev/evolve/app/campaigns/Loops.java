package dev.evolve.app.campaigns;

import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import java.util.concurrent.CompletableFuture;

/** What the commands need of the loop runtime. */
public interface Loops {

  /** Submits a loop; completes once its first checkpoint is recorded. */
  CompletableFuture<Void> submit(
      String kind, String loopId, Object request, ModelRef model, long seed);

  /** Sends a signal; completes once the step that it woke is recorded. */
  CompletableFuture<StepResult> signal(String loopId, Signal signal);

  /** How a loop ends. */
  CompletableFuture<LoopResult> result(String loopId);

  /** Cancels a loop at its next step boundary. */
  void cancel(String loopId, String reason);
}

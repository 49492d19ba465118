package dev.evolve.loop.runtime;

import dev.evolve.loop.LoopResult;
import java.util.concurrent.CompletableFuture;

/**
 * What whoever submitted or restored a loop holds of it.
 *
 * <p>Both futures are completed on the runtime's thread: what is chained to them directly must not
 * block; use the {@code Async} variants for anything longer.
 *
 * @param loopId the loop
 * @param kind its kind
 * @param accepted done when the first state is stored; fails if the loop was refused
 * @param result the loop's result once its last checkpoint is stored; fails with a {@link
 *     LoopException} if it was refused, failed, was cancelled, or if the runtime stopped first
 */
public record LoopHandle(
    String loopId,
    String kind,
    CompletableFuture<Void> accepted,
    CompletableFuture<LoopResult> result) {

  static LoopHandle fresh(String loopId, String kind) {
    return new LoopHandle(loopId, kind, new CompletableFuture<>(), new CompletableFuture<>());
  }

  void refuse(Throwable reason) {
    accepted.completeExceptionally(reason);
    result.completeExceptionally(reason);
  }
}

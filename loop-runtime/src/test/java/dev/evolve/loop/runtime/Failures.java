package dev.evolve.loop.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Looks into futures that have failed. */
final class Failures {

  private Failures() {}

  /** What a future failed with. */
  static Throwable of(CompletableFuture<?> future) {
    if (!future.isDone()) {
      throw new AssertionError("the future is not done");
    }
    Throwable failure =
        future.handle((value, e) -> e == null ? new AssertionError("it gave " + value) : e).join();
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}

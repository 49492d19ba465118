package dev.evolve.loop.weights;

import dev.evolve.loop.runtime.FreezeMode;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopRuntime;
import java.util.concurrent.CompletableFuture;

/** What drives the loops that run on the weights. */
public interface SwapTarget {

  /**
   * Keeps the loops of a kind from going on: new ones wait, running ones drain or stop.
   *
   * @return done when nothing of the kind moves any more; fails if it cannot be frozen
   */
  CompletableFuture<Void> freeze(String kind, FreezeMode mode);

  /**
   * Lets the loops of a frozen kind go on.
   *
   * @param cachesLost whether what they held in caches is stale
   * @return done when they go on
   */
  CompletableFuture<Void> thaw(String kind, boolean cachesLost);

  /** A driver's loops; calls come from any thread. */
  static SwapTarget of(LoopDriver driver) {
    return new SwapTarget() {
      @Override
      public CompletableFuture<Void> freeze(String kind, FreezeMode mode) {
        return driver.freeze(kind, mode);
      }

      @Override
      public CompletableFuture<Void> thaw(String kind, boolean cachesLost) {
        return driver.thaw(kind, cachesLost);
      }
    };
  }

  /** The loops of a runtime without a driver; calls come from the thread that turns it. */
  static SwapTarget of(LoopRuntime runtime) {
    return new SwapTarget() {
      @Override
      public CompletableFuture<Void> freeze(String kind, FreezeMode mode) {
        return runtime.freeze(kind, mode);
      }

      @Override
      public CompletableFuture<Void> thaw(String kind, boolean cachesLost) {
        return runtime.thaw(kind, cachesLost);
      }
    };
  }
}

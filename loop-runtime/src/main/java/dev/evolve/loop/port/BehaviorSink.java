package dev.evolve.loop.port;

import dev.evolve.loop.BehaviorRecord;

/**
 * Takes what rollouts capture, for training. Called on the runtime's thread in the order of each
 * loop's steps, once a step counts; must not block.
 */
@FunctionalInterface
public interface BehaviorSink {

  /** Keeps nothing. */
  BehaviorSink NONE = behavior -> {};

  /** Takes what one step captured. */
  void take(BehaviorRecord behavior);
}

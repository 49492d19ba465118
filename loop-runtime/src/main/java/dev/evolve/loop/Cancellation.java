package dev.evolve.loop;

/**
 * Whether somebody asked for a loop to stop. Thread-safe; read at step boundaries and inside long
 * steps.
 */
public interface Cancellation {

  /** True once a cancel has been asked for; never false again. */
  boolean isCancelled();
}

package dev.evolve.loop.runtime;

/** What loops do that run when their kind is frozen. */
public enum FreezeMode {
  /** They run to their end. One that waits for a signal holds the freeze up until it has ended. */
  DRAIN,
  /** They stop at their next step boundary and go on from there after the thaw. */
  BOUNDARY
}

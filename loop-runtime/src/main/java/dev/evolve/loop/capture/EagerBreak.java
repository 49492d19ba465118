package dev.evolve.loop.capture;

/** Why a step ran without a graph. */
public enum EagerBreak {
  /** Its plan cannot be captured. */
  NOT_CAPTURABLE,
  /** It draws random numbers. */
  STOCHASTIC,
  /** An interceptor takes the place of its forward. */
  OVERRIDE,
  /** Its executor knows no fixed structure of it. */
  NO_FIXED_FORM,
  /** It was planned for a version of a component that is no longer in force. */
  STALE_VERSION,
  /** Its graph is in use, or is being captured. */
  BUSY,
  /** There is no room for its graph, even without those that are not in use. */
  NO_ROOM
}

package dev.evolve.loop.runtime;

/** What of a loop survives the process. */
public enum Durability {
  /** Every step is stored before its chunks are emitted; the loop goes on after a restart. */
  EVERY_STEP,
  /**
   * Nothing is stored; the loop ends with the process. Its last state is at hand in memory, so it
   * survives a broken pool and a preemption.
   */
  IN_MEMORY
}

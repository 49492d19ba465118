package dev.evolve.loop.sim;

/** Something that holds after every event of a simulation. */
@FunctionalInterface
public interface Invariant {

  /**
   * Checks it.
   *
   * @throws AssertionError if it does not hold
   */
  void check();
}

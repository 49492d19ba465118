package dev.evolve.loop.weights;

/** Brings weights to where their components run. */
@FunctionalInterface
public interface WeightLoader {

  /**
   * Fetches and checks the wanted versions beside those in force, while loops run.
   *
   * @throws RuntimeException if they cannot be had; nothing was frozen then
   */
  Staged stage(SwapOrder order);

  /** Versions that only have to be put in place. */
  interface Staged {

    /**
     * Puts them in place of those in force, all or none; called while nothing moves.
     *
     * @throws RuntimeException if those in force are still in place
     */
    void install();

    /** They are not wanted after all. */
    default void discard() {}
  }
}

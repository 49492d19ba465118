package dev.evolve.loop.weights;

/** Brings weights to where a component runs. */
@FunctionalInterface
public interface WeightLoader {

  /**
   * Fetches and checks a version beside the one in force, while loops run.
   *
   * @throws RuntimeException if it cannot be had; nothing was frozen then
   */
  Staged stage(String component, String version);

  /** A version that only has to be put in place. */
  interface Staged {

    /**
     * Puts it in place of the version in force, wholly or not at all; called while nothing moves.
     *
     * @throws RuntimeException if the version in force is still in place
     */
    void install();

    /** It is not wanted after all. */
    default void discard() {}
  }
}

package dev.evolve.loop.weights;

/** What came of a swap. */
public sealed interface SwapOutcome {

  /**
   * The new version is in force.
   *
   * @param component the component
   * @param from the version before
   * @param to the version now
   * @param dropped how many cached values and graphs of it were dropped
   */
  record Swapped(String component, String from, String to, int dropped) implements SwapOutcome {}

  /**
   * The version before is still in force, and its loops go on.
   *
   * @param component the component
   * @param version the version in force
   * @param reason why it was not swapped
   */
  record Kept(String component, String version, String reason) implements SwapOutcome {}
}

package dev.evolve.search.noise;

/** Something that happened in a racing search. */
public sealed interface RacingEntry {

  /** Samples were asked for. */
  record Asked(MeasureRequest request) implements RacingEntry {}

  /**
   * What a request built is known.
   *
   * @param request its number
   * @param digest of what was built: equal digests are equal programs
   * @param buildSeconds what the build took
   */
  record Built(long request, String digest, double buildSeconds) implements RacingEntry {}

  /** A result was told. */
  record Told(long request, MeasureResult result) implements RacingEntry {}

  /** No new points from here on: what is left is to settle who won. */
  record Closed() implements RacingEntry {}
}

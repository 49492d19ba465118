package dev.evolve.gates.statistics.change;

/**
 * A change that the history suggests and fresh runs have to confirm: run {@code before} and {@code
 * at} again, interleaved.
 *
 * @param kind what it was compared with
 * @param direction which way the values moved
 * @param before the commit to run as the one before, counted from 0
 * @param onset where the change seems to have come in
 * @param at the newest commit, to run as the one after
 * @param ratio values since the onset over the reference, a rough estimate that is biased upwards
 */
public record Suspect(
    Kind kind, Direction direction, long before, long onset, long at, double ratio) {

  /** What a suspect was compared with. */
  public enum Kind {
    /** The commits shortly before it. */
    STEP,
    /** The pinned release: many commits, each too small to be seen. */
    DRIFT
  }
}

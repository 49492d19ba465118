package dev.evolve.pack;

/**
 * A number that a bench prints.
 *
 * @param name as the bench prints it
 * @param unit as the bench prints it
 * @param direction which way is better
 * @param role what it is for
 * @param description for people
 */
public record Metric(String name, String unit, Direction direction, Role role, String description) {

  /** Which way is better. */
  public enum Direction {
    LOWER,
    HIGHER
  }

  /** What a metric is for. */
  public enum Role {
    /** Improved by the campaign; exactly one metric of a pack. */
    OBJECTIVE,
    /** Shown only. */
    INFORMATIVE
  }
}

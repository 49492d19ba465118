package dev.evolve.results;

/** Which way a metric is better. */
public enum Direction {
  /** Less is better: times, allocations. */
  LOWER,
  /** More is better: rates. */
  HIGHER,
  /** The file does not say, and the unit does not either. */
  UNKNOWN
}

package dev.evolve.search.space;

/** Which points are near one another. */
public enum Neighbourhood {
  /** One parameter differs, by any value. */
  HAMMING,
  /** One ordered parameter differs by one place, or one unordered by any value. */
  STEP,
  /** Every ordered parameter may differ by one place at once; unordered ones stay or change one. */
  ADJACENT
}

package dev.evolve.search.space;

/**
 * Which points are near one another. A step of an ordered parameter is one place; real parameters
 * also step by a larger share of their scale (32 and 256 places of 4097), since one place is too
 * little to notice. A step of an order is two neighbouring items swapped. Of parameters with
 * hundreds of values a Hamming neighbourhood has those near, at doubling distances, and a grid over
 * the rest; of an order any item moved to any position.
 */
public enum Neighbourhood {
  /** One parameter differs, by any value. */
  HAMMING,
  /** One ordered parameter differs by one step, or one unordered by any value. */
  STEP,
  /** Every ordered parameter may differ by one step at once; unordered ones stay or change one. */
  ADJACENT
}

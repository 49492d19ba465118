package dev.evolve.search.space;

/**
 * One of the things that all hold in a feasible point.
 *
 * @param scope indexes of the parameters that it speaks of, ascending
 * @param node what it says
 */
record Clause(int[] scope, TruthNode node) {

  boolean holds(long[] places) {
    return node.outcome(places) == Truth.TRUE;
  }

  boolean mayHold(PlaceRanges ranges) {
    return (node.possible(ranges) & Truth.TRUE) != 0;
  }

  boolean surelyHolds(PlaceRanges ranges) {
    return node.possible(ranges) == Truth.TRUE;
  }
}

package dev.evolve.search.space;

/**
 * One of the things that all hold in a feasible point.
 *
 * @param scope indexes of the parameters that it speaks of, ascending
 * @param node what it says
 * @param weight what asking it costs, in steps of a {@link StepBudget}
 */
record Clause(int[] scope, TruthNode node, int weight) {

  /** What asking CEL costs. */
  static final int ASKED = 20;

  boolean holds(long[] places) {
    return node.outcome(places) == Truth.TRUE;
  }

  boolean mayHold(PlaceRanges ranges) {
    return (node.possible(ranges) & Truth.TRUE) != 0;
  }
}

package dev.evolve.search.space;

/**
 * All combinations of the parameters of one clause, as bits: for the first {@code k} of its
 * parameters, in the order of a walk, the places of the next one that can still be completed.
 */
final class ClauseTable {

  private final int[] variables;
  private final int[] sizes;
  private final long[][] masks;

  /**
   * Asks the clause for every combination.
   *
   * @param variables its parameters in the order of the walk
   * @param domains of all parameters; theirs are small
   * @param places scratch, one for every parameter of the space
   */
  ClauseTable(Clause clause, int[] variables, PlaceRanges domains, long[] places) {
    this.variables = variables;
    this.sizes = new int[variables.length];
    this.masks = new long[variables.length][];
    int prefixes = 1;
    for (int i = 0; i < variables.length; i++) {
      int variable = variables[i];
      sizes[i] = (int) (domains.high[variable] - domains.low[variable] + 1);
      masks[i] = new long[prefixes * words(i)];
      prefixes *= sizes[i];
    }
    fill(clause, domains, places, 0, 0);
  }

  private int words(int level) {
    return (sizes[level] + 63) >>> 6;
  }

  private boolean fill(Clause clause, PlaceRanges domains, long[] places, int level, int prefix) {
    boolean any = false;
    boolean isLast = level == variables.length - 1;
    for (int at = 0; at < sizes[level]; at++) {
      places[variables[level]] = domains.low[variables[level]] + at;
      boolean holds =
          isLast
              ? clause.holds(places)
              : fill(clause, domains, places, level + 1, prefix * sizes[level] + at);
      if (holds) {
        masks[level][prefix * words(level) + (at >>> 6)] |= 1L << at;
        any = true;
      }
    }
    return any;
  }

  /** How many parameters it has. */
  int levels() {
    return variables.length;
  }

  int variable(int level) {
    return variables[level];
  }

  /**
   * Clears from the bits of the parameter at a level what cannot be completed.
   *
   * @param offsets by parameter, from the lowest place of its domain; those before the level are
   *     set
   */
  void restrict(int level, int[] offsets, long[] bits) {
    int prefix = 0;
    for (int i = 0; i < level; i++) {
      prefix = prefix * sizes[i] + offsets[variables[i]];
    }
    long[] mask = masks[level];
    int from = prefix * bits.length;
    for (int i = 0; i < bits.length; i++) {
      bits[i] &= mask[from + i];
    }
  }
}

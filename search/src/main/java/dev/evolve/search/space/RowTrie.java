package dev.evolve.search.space;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Listed rows as a tree of their places, one level for each parameter that is not the same in all
 * rows, so that a search for rows near a point leaves out whole prefixes at once. Immutable.
 */
final class RowTrie {

  private final int[] varying;
  private final long[][] places;
  private final int[][] children;
  private final int[] rows;

  /** The tree of some rows, of at least one. */
  RowTrie(PackedRows packed) {
    this.rows = packed.isSorted() ? IntStream.range(0, packed.size()).toArray() : packed.order();
    this.varying =
        IntStream.range(0, packed.packing().dimension())
            .filter(parameter -> varies(packed, parameter))
            .toArray();
    this.places = new long[varying.length][];
    this.children = new int[varying.length][];
    int[] splits = splits(packed);
    int[] below = IntStream.range(0, rows.length).toArray();
    for (int level = varying.length - 1; level >= 0; level--) {
      int[] starts = starts(splits, level);
      long[] values = new long[starts.length];
      for (int node = 0; node < starts.length; node++) {
        values[node] = packed.place(rows[starts[node]], varying[level]);
      }
      places[level] = values;
      children[level] = firstBelow(starts, below);
      below = starts;
    }
  }

  private static boolean varies(PackedRows packed, int parameter) {
    long first = packed.place(0, parameter);
    for (int row = 1; row < packed.size(); row++) {
      if (packed.place(row, parameter) != first) {
        return true;
      }
    }
    return false;
  }

  /** For every sorted row the first level at which it differs from the row before. */
  private int[] splits(PackedRows packed) {
    int[] splits = new int[rows.length];
    for (int i = 1; i < rows.length; i++) {
      int level = 0;
      while (level < varying.length - 1
          && packed.place(rows[i], varying[level]) == packed.place(rows[i - 1], varying[level])) {
        level++;
      }
      splits[i] = level;
    }
    return splits;
  }

  private static int[] starts(int[] splits, int level) {
    return IntStream.range(0, splits.length).filter(i -> splits[i] <= level).toArray();
  }

  /** For each node its first child, and one more for the end. */
  private static int[] firstBelow(int[] starts, int[] below) {
    int[] first = new int[starts.length + 1];
    int at = 0;
    for (int node = 0; node < starts.length; node++) {
      while (below[at] < starts[node]) {
        at++;
      }
      first[node] = at;
    }
    first[starts.length] = below.length;
    return first;
  }

  int levels() {
    return varying.length;
  }

  /** The parameter of a level. */
  int parameter(int level) {
    return varying[level];
  }

  /** Nodes of the first level; the only row where there is none. */
  int roots() {
    return varying.length == 0 ? 1 : places[0].length;
  }

  long place(int level, int node) {
    return places[level][node];
  }

  /** Children of a node go from here to the first child of the next node. */
  int firstChild(int level, int node) {
    return children[level][node];
  }

  /** The node of a place among some of one parent; negative if there is none. */
  int find(int level, int from, int to, long place) {
    return Arrays.binarySearch(places[level], from, to, place);
  }

  /** The row at the end of a path: what the last level's {@link #firstChild} gives. */
  int row(int leaf) {
    return rows[leaf];
  }
}

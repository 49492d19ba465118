package dev.evolve.search.space;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Listed rows as a tree of their places, one level a parameter, so that a search for rows near a
 * point leaves out whole prefixes at once. Immutable.
 */
final class RowTrie {

  private final long[][] places;
  private final int[][] children;
  private final int[] rows;

  RowTrie(PackedRows packed) {
    int levels = packed.packing().dimension();
    this.rows = packed.isSorted() ? IntStream.range(0, packed.size()).toArray() : packed.order();
    this.places = new long[levels][];
    this.children = new int[levels][];
    int[] splits = splits(packed, levels);
    int[] below = IntStream.range(0, rows.length).toArray();
    for (int level = levels - 1; level >= 0; level--) {
      int[] starts = starts(splits, level);
      long[] values = new long[starts.length];
      for (int node = 0; node < starts.length; node++) {
        values[node] = packed.place(rows[starts[node]], level);
      }
      places[level] = values;
      children[level] = below(starts, below);
      below = starts;
    }
  }

  /** For every sorted row the first level at which it differs from the row before. */
  private int[] splits(PackedRows packed, int levels) {
    int[] splits = new int[rows.length];
    for (int i = 1; i < rows.length; i++) {
      int level = 0;
      while (level < levels - 1
          && packed.place(rows[i], level) == packed.place(rows[i - 1], level)) {
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
  private static int[] below(int[] starts, int[] next) {
    int[] first = new int[starts.length + 1];
    int at = 0;
    for (int node = 0; node < starts.length; node++) {
      while (next[at] < starts[node]) {
        at++;
      }
      first[node] = at;
    }
    first[starts.length] = next.length;
    return first;
  }

  int levels() {
    return places.length;
  }

  /** Nodes of the first level. */
  int roots() {
    return places.length == 0 ? 0 : places[0].length;
  }

  long place(int level, int node) {
    return places[level][node];
  }

  int firstChild(int level, int node) {
    return children[level][node];
  }

  /** The node of a place among some of one parent; -1 if there is none. */
  int find(int level, int from, int to, long place) {
    int found = Arrays.binarySearch(places[level], from, to, place);
    return found < 0 ? -1 : found;
  }

  /** The row at the end of a path: what the last level's {@link #firstChild} gives. */
  int row(int leaf) {
    return rows[leaf];
  }
}

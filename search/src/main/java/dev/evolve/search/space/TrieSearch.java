package dev.evolve.search.space;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One search for listed rows near a point. Only parameters that are not the same in all rows count:
 * the others make the same difference to every row. Confined to its thread.
 */
final class TrieSearch {

  private final RowTrie trie;
  private final Parameter[] parameters;
  private final int[] unordered;
  private final long[] wanted;
  private final long[][] near;
  private int mostChanges;
  private int mostUnordered;
  private double nearest = Double.POSITIVE_INFINITY;
  private long[] found = new long[64];
  private int size;

  private TrieSearch(RowTrie trie, List<Parameter> parameters, Point wanted, int mostUnordered) {
    int levels = trie.levels();
    this.trie = trie;
    this.parameters = new Parameter[levels];
    this.unordered = new int[levels];
    this.wanted = new long[levels];
    this.near = new long[levels][];
    this.mostUnordered = mostUnordered;
    for (int level = 0; level < levels; level++) {
      this.parameters[level] = parameters.get(trie.parameter(level));
      this.unordered[level] = this.parameters[level].isOrdered() ? 0 : 1;
      this.wanted[level] = wanted.place(trie.parameter(level));
    }
  }

  /**
   * The rows around a point, without it: those with the fewest changes first, at most {@code most}.
   */
  static int[] around(
      RowTrie trie,
      List<Parameter> parameters,
      Point point,
      Neighbourhood neighbourhood,
      int most) {
    TrieSearch search = new TrieSearch(trie, parameters, point, 1);
    for (int level = 0; level < search.near.length; level++) {
      search.near[level] =
          NearPlaces.of(search.parameters[level], search.wanted[level], neighbourhood);
    }
    search.mostChanges = neighbourhood == Neighbourhood.ADJACENT ? search.wanted.length : 1;
    search.walk(0, 0, trie.roots(), 0, 0);
    return search.byChanges(most);
  }

  /**
   * The row with the fewest changes and of these the nearest; chance breaks ties.
   *
   * @param trie of at least one row
   */
  static int nearest(
      RowTrie trie, List<Parameter> parameters, Point wanted, RandomGenerator random) {
    TrieSearch search = new TrieSearch(trie, parameters, wanted, Integer.MAX_VALUE);
    while (search.size == 0) {
      search.approach(0, 0, trie.roots(), 0, 0);
      search.mostChanges++;
    }
    return (int) search.found[random.nextInt(search.size)];
  }

  private void walk(int level, int from, int to, int changes, int changedUnordered) {
    if (level == wanted.length) {
      if (changes > 0) {
        add((long) changes << 32 | trie.row(from));
      }
      return;
    }
    int same = trie.find(level, from, to, wanted[level]);
    if (same >= 0) {
      walk(
          level + 1,
          trie.firstChild(level, same),
          trie.firstChild(level, same + 1),
          changes,
          changedUnordered);
    }
    int mayBe = changedUnordered + unordered[level];
    if (changes < mostChanges && mayBe <= mostUnordered) {
      change(level, from, to, changes + 1, mayBe);
    }
  }

  private void change(int level, int from, int to, int changes, int changedUnordered) {
    for (long place : near[level]) {
      int node = trie.find(level, from, to, place);
      if (node >= 0) {
        walk(
            level + 1,
            trie.firstChild(level, node),
            trie.firstChild(level, node + 1),
            changes,
            changedUnordered);
      }
    }
  }

  /** The rows found, by changes and then in the order of the walk. */
  private int[] byChanges(int most) {
    int[] starts = new int[wanted.length + 2];
    for (int i = 0; i < size; i++) {
      starts[(int) (found[i] >>> 32) + 1]++;
    }
    for (int changes = 1; changes < starts.length; changes++) {
      starts[changes] += starts[changes - 1];
    }
    int[] rows = new int[size];
    for (int i = 0; i < size; i++) {
      rows[starts[(int) (found[i] >>> 32)]++] = (int) found[i];
    }
    return size > most ? Arrays.copyOf(rows, most) : rows;
  }

  private void approach(int level, int from, int to, int changes, double far) {
    if (level == wanted.length) {
      take(trie.row(from), far);
      return;
    }
    if (changes == mostChanges) {
      int same = trie.find(level, from, to, wanted[level]);
      if (same >= 0) {
        down(level, same, changes, far);
      }
      return;
    }
    for (int node = from; node < to; node++) {
      long place = trie.place(level, node);
      boolean isSame = place == wanted[level];
      double further = isSame ? far : far + NearPlaces.far(parameters[level], wanted[level], place);
      if (further <= nearest) {
        down(level, node, isSame ? changes : changes + 1, further);
      }
    }
  }

  private void down(int level, int node, int changes, double far) {
    approach(
        level + 1, trie.firstChild(level, node), trie.firstChild(level, node + 1), changes, far);
  }

  private void take(int row, double far) {
    if (far < nearest) {
      size = 0;
      nearest = far;
    }
    add(row);
  }

  private void add(long entry) {
    if (size == found.length) {
      found = Arrays.copyOf(found, 2 * size);
    }
    found[size++] = entry;
  }
}

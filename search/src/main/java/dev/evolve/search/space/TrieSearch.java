package dev.evolve.search.space;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One search for listed rows near a point. Confined to its thread. */
final class TrieSearch {

  private final RowTrie trie;
  private final List<Parameter> parameters;
  private final long[] wanted;
  private final long[][] near;
  private final int mostUnordered;
  private int mostChanges;
  private boolean onlyNearest;
  private double nearest = Double.POSITIVE_INFINITY;
  private long[] found = new long[64];
  private int size;

  /** Among rows with the places of a neighbourhood. */
  TrieSearch(RowTrie trie, List<Parameter> parameters, Point wanted, Neighbourhood neighbourhood) {
    this.trie = trie;
    this.parameters = parameters;
    this.wanted = wanted.places();
    this.near = new long[this.wanted.length][];
    for (int i = 0; i < near.length; i++) {
      near[i] = NearPlaces.of(parameters.get(i), this.wanted[i], neighbourhood);
    }
    this.mostUnordered = 1;
    this.mostChanges = neighbourhood == Neighbourhood.ADJACENT ? near.length : 1;
  }

  /** Among all rows. */
  TrieSearch(RowTrie trie, List<Parameter> parameters, Point wanted) {
    this.trie = trie;
    this.parameters = parameters;
    this.wanted = wanted.places();
    this.near = new long[0][];
    this.mostUnordered = this.wanted.length;
  }

  /**
   * The rows around the point, without it: those with fewest changes first, then the nearest, then
   * by row; at most {@code most}.
   */
  int[] around(int most) {
    walk(0, 0, trie.roots(), 0, 0, 0);
    Arrays.sort(found, 0, size);
    int[] rows = new int[Math.min(most, size)];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (int) found[i];
    }
    return rows;
  }

  /** A row with the fewest changes and of these the nearest; chance breaks ties. -1 for no rows. */
  int nearest(RandomGenerator random) {
    onlyNearest = true;
    for (mostChanges = 0; mostChanges <= wanted.length && size == 0; mostChanges++) {
      walk(0, 0, trie.roots(), 0, 0, 0);
    }
    return size == 0 ? -1 : (int) found[random.nextInt(size)];
  }

  private void walk(int level, int from, int to, int changes, int unordered, double far) {
    if (level == wanted.length) {
      take(trie.row(from), changes, far);
      return;
    }
    int same = trie.find(level, from, to, wanted[level]);
    if (changes < mostChanges) {
      change(level, from, to, changes, unordered, far);
    }
    if (same >= 0) {
      down(level, same, changes, unordered, far);
    }
  }

  private void change(int level, int from, int to, int changes, int unordered, double far) {
    int mayBe = unordered + (parameters.get(level).isOrdered() ? 0 : 1);
    if (mayBe > mostUnordered) {
      return;
    }
    long @Nullable [] allowed = near.length == 0 ? null : near[level];
    if (allowed != null && allowed.length < to - from) {
      for (long place : allowed) {
        int node = trie.find(level, from, to, place);
        if (node >= 0) {
          step(level, node, place, changes, mayBe, far);
        }
      }
      return;
    }
    for (int node = from; node < to; node++) {
      long place = trie.place(level, node);
      boolean isOther = place != wanted[level];
      if (isOther && (allowed == null || Arrays.binarySearch(allowed, place) >= 0)) {
        step(level, node, place, changes, mayBe, far);
      }
    }
  }

  private void step(int level, int node, long place, int changes, int unordered, double far) {
    double further = far + NearPlaces.far(parameters.get(level), wanted[level], place);
    if (further <= nearest) {
      down(level, node, changes + 1, unordered, further);
    }
  }

  private void down(int level, int node, int changes, int unordered, double far) {
    walk(
        level + 1,
        trie.firstChild(level, node),
        trie.firstChild(level, node + 1),
        changes,
        unordered,
        far);
  }

  private void take(int row, int changes, double far) {
    if (onlyNearest) {
      if (far < nearest) {
        size = 0;
        nearest = far;
      }
      add(row);
    } else if (changes > 0) {
      float key = (float) (changes + far / (wanted.length + 1));
      add((long) Float.floatToIntBits(key) << 32 | row);
    }
  }

  private void add(long entry) {
    if (size == found.length) {
      found = Arrays.copyOf(found, 2 * size);
    }
    found[size++] = entry;
  }
}

package dev.evolve.search.space;

import java.util.Arrays;

/** Finds the row of a point: a hash table with open addressing over packed rows. */
final class RowIndex {

  private static final int FREE = -1;

  private final PackedRows rows;
  private final int[] table;
  private final int twin;

  RowIndex(PackedRows rows) {
    this.rows = rows;
    this.table = new int[Math.max(4, Integer.highestOneBit(Math.max(1, rows.size())) * 4)];
    Arrays.fill(table, FREE);
    int found = -1;
    for (int row = 0; row < rows.size(); row++) {
      int slot = slot(row);
      found = table[slot] == FREE ? found : row;
      table[slot] = row;
    }
    this.twin = found;
  }

  /** A row that is there twice; -1 if there is none. */
  int twin() {
    return twin;
  }

  int rowOf(Point point) {
    if (point.dimension() != rows.packing().dimension()) {
      return -1;
    }
    int slot = spread(point.hashCode()) & table.length - 1;
    while (table[slot] != FREE && !isEqual(table[slot], point)) {
      slot = slot + 1 & table.length - 1;
    }
    return table[slot];
  }

  private boolean isEqual(int row, Point point) {
    for (int i = 0; i < point.dimension(); i++) {
      if (rows.place(row, i) != point.place(i)) {
        return false;
      }
    }
    return true;
  }

  /** The slot of a row's twin, or the free one where it belongs. */
  private int slot(int row) {
    int hash = 1;
    for (int i = 0; i < rows.packing().dimension(); i++) {
      hash = 31 * hash + Long.hashCode(rows.place(row, i));
    }
    int slot = spread(hash) & table.length - 1;
    while (table[slot] != FREE && !areEqual(table[slot], row)) {
      slot = slot + 1 & table.length - 1;
    }
    return slot;
  }

  private boolean areEqual(int one, int other) {
    for (int i = 0; i < rows.packing().dimension(); i++) {
      if (rows.place(one, i) != rows.place(other, i)) {
        return false;
      }
    }
    return true;
  }

  /** Spreads the bits of a hash (the finaliser of MurmurHash3). */
  private static int spread(int hash) {
    int h = hash;
    h = (h ^ h >>> 16) * 0x85ebca6b;
    h = (h ^ h >>> 13) * 0xc2b2ae35;
    return h ^ h >>> 16;
  }
}

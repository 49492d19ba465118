package dev.evolve.search.space;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** A growing list of packed rows. */
final class PackedRows {

  private final PointPacking packing;
  private long[] words;
  private int size;

  PackedRows(PointPacking packing) {
    this.packing = packing;
    this.words = new long[packing.words() * 64];
  }

  PointPacking packing() {
    return packing;
  }

  int size() {
    return size;
  }

  /** Adds a row: the places in the order of the packing's parameters. */
  void add(long[] places) {
    int offset = grown();
    for (int i = 0; i < packing.dimension(); i++) {
      packing.add(words, offset, i, places[i]);
    }
  }

  private int grown() {
    int offset = size * packing.words();
    if (offset + packing.words() > words.length) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
    size++;
    return offset;
  }

  long place(int row, int parameter) {
    return packing.place(words, row * packing.words(), parameter);
  }

  /** Sorts the rows by their places, first parameter first. */
  void sort() {
    if (packing.words() == 1) {
      Arrays.sort(words, 0, size);
      return;
    }
    long[] sorted = new long[size * packing.words()];
    int to = 0;
    for (int row : order()) {
      System.arraycopy(words, row * packing.words(), sorted, to, packing.words());
      to += packing.words();
    }
    words = sorted;
  }

  /** The rows' numbers in the order of their places. */
  int[] order() {
    int width = packing.words();
    Comparator<Integer> byPlaces =
        (one, other) ->
            Arrays.compare(
                words, one * width, (one + 1) * width, words, other * width, (other + 1) * width);
    return IntStream.range(0, size).boxed().sorted(byPlaces).mapToInt(Integer::intValue).toArray();
  }

  /** True if every row comes after the one before it. */
  boolean isSorted() {
    int width = packing.words();
    for (int row = 1; row < size; row++) {
      int at = row * width;
      if (Arrays.compare(words, at - width, at, words, at, at + width) >= 0) {
        return false;
      }
    }
    return true;
  }
}

package dev.evolve.search.space;

/**
 * Writes places into as few words as their bits need, the first parameter in the highest bits, so
 * that the order of the words is the lexicographic order of the places. A word has 63 bits.
 */
final class PointPacking {

  private static final int BITS = 63;

  private final int[] wordOf;
  private final int[] shifts;
  private final long[] masks;
  private final int words;

  PointPacking(long[] sizes) {
    this.wordOf = new int[sizes.length];
    this.shifts = new int[sizes.length];
    this.masks = new long[sizes.length];
    int word = 0;
    int left = BITS;
    for (int i = 0; i < sizes.length; i++) {
      int bits = 64 - Long.numberOfLeadingZeros(sizes[i] - 1);
      if (bits > left) {
        word++;
        left = BITS;
      }
      left -= bits;
      wordOf[i] = word;
      shifts[i] = left;
      masks[i] = (1L << bits) - 1;
    }
    this.words = word + 1;
  }

  /** Words of a row. */
  int words() {
    return words;
  }

  int dimension() {
    return masks.length;
  }

  /** The place of a parameter in the row that starts at an offset. */
  long place(long[] packed, int offset, int parameter) {
    return packed[offset + wordOf[parameter]] >>> shifts[parameter] & masks[parameter];
  }

  /** Adds a place to a row that has none for the parameter yet. */
  void add(long[] packed, int offset, int parameter, long place) {
    packed[offset + wordOf[parameter]] |= place << shifts[parameter];
  }

  /** False if the place has more bits than the parameter's sizes need. */
  boolean fits(int parameter, long place) {
    return (place & ~masks[parameter]) == 0;
  }
}

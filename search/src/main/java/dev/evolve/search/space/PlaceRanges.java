package dev.evolve.search.space;

/** For every parameter the places that are still open, as an interval; confined to one thread. */
final class PlaceRanges {

  final long[] low;
  final long[] high;

  /** Everything open. */
  PlaceRanges(long[] sizes) {
    this.low = new long[sizes.length];
    this.high = new long[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      high[i] = sizes[i] - 1;
    }
  }

  private PlaceRanges(long[] low, long[] high) {
    this.low = low;
    this.high = high;
  }

  PlaceRanges copy() {
    return new PlaceRanges(low.clone(), high.clone());
  }

  /** How many places are open; at most all that a long counts. */
  long size(int parameter) {
    return high[parameter] - low[parameter] + 1;
  }

  boolean isSet(int parameter) {
    return low[parameter] == high[parameter];
  }

  void set(int parameter, long place) {
    low[parameter] = place;
    high[parameter] = place;
  }

  void open(int parameter, long from, long to) {
    low[parameter] = from;
    high[parameter] = to;
  }
}

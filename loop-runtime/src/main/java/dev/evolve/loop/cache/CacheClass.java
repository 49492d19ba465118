package dev.evolve.loop.cache;

/**
 * A class of cached values with a budget of its own, so that one kind of value never pushes out
 * another: an encoded prompt has kilobytes, a window of keys and values hundreds of megabytes.
 *
 * @param name what {@link dev.evolve.loop.CacheOp#cacheClass} calls it
 * @param budget how much its values may hold together
 * @param unit what the budget counts
 */
public record CacheClass(String name, long budget, Unit unit) {

  /** What sizes are given in. */
  public enum Unit {
    BYTES,
    BLOCKS
  }

  public CacheClass {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a cache class needs a name");
    }
    if (budget < 0) {
      throw new IllegalArgumentException(
          "the budget of cache class " + name + " must be at least 0, not " + budget);
    }
  }

  /** A class whose values are counted in bytes. */
  public static CacheClass ofBytes(String name, long budgetBytes) {
    return new CacheClass(name, budgetBytes, Unit.BYTES);
  }

  /** A class whose values are counted in blocks. */
  public static CacheClass ofBlocks(String name, long budgetBlocks) {
    return new CacheClass(name, budgetBlocks, Unit.BLOCKS);
  }

  /** An amount with its unit, for people. */
  String amount(long size) {
    return size + (unit == Unit.BYTES ? " bytes" : " blocks");
  }
}

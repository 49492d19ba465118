package dev.evolve.loop;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/**
 * Numbers of cache blocks per cache class; classes without blocks do not appear. Immutable, and
 * cheap to make: every plan carries one.
 */
public final class CacheBlocks {

  /** No blocks. */
  public static final CacheBlocks NONE = new CacheBlocks(new String[0], new long[0]);

  private final String[] classes;
  private final long[] blocks;

  private CacheBlocks(String[] classes, long[] blocks) {
    this.classes = classes;
    this.blocks = blocks;
  }

  /** Blocks of one class. */
  public static CacheBlocks of(String cacheClass, long blocks) {
    requireNotNegative(cacheClass, blocks);
    return blocks == 0 ? NONE : new CacheBlocks(new String[] {cacheClass}, new long[] {blocks});
  }

  /** Blocks of any number of classes. */
  public static CacheBlocks of(Map<String, Long> byClass) {
    SortedMap<String, Long> present = new TreeMap<>();
    byClass.forEach(
        (name, blocks) -> {
          requireNotNegative(name, blocks);
          if (blocks > 0) {
            present.put(name, blocks);
          }
        });
    return present.isEmpty()
        ? NONE
        : new CacheBlocks(
            present.keySet().toArray(String[]::new),
            present.values().stream().mapToLong(Long::longValue).toArray());
  }

  /** Blocks of a class; 0 for one that does not appear. */
  public long of(String cacheClass) {
    for (int i = 0; i < classes.length; i++) {
      if (classes[i].equals(cacheClass)) {
        return blocks[i];
      }
    }
    return 0;
  }

  /** Whether there are no blocks at all. */
  public boolean isEmpty() {
    return classes.length == 0;
  }

  /** Whether no class has more blocks than it has in {@code limit}. */
  public boolean isWithin(CacheBlocks limit) {
    for (int i = 0; i < classes.length; i++) {
      if (blocks[i] > limit.of(classes[i])) {
        return false;
      }
    }
    return true;
  }

  /** Visits the classes in the order of their names. */
  public void forEach(ObjLongConsumer<String> visitor) {
    for (int i = 0; i < classes.length; i++) {
      visitor.accept(classes[i], blocks[i]);
    }
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof CacheBlocks that
            && Arrays.equals(classes, that.classes)
            && Arrays.equals(blocks, that.blocks));
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(classes) + Arrays.hashCode(blocks);
  }

  @Override
  public String toString() {
    SortedMap<String, Long> shown = new TreeMap<>();
    forEach(shown::put);
    return shown.toString();
  }

  private static void requireNotNegative(String cacheClass, long blocks) {
    if (blocks < 0) {
      throw new IllegalArgumentException(
          "blocks of class " + cacheClass + " are never negative, not " + blocks);
    }
  }
}

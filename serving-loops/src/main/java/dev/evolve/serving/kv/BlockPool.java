package dev.evolve.serving.kv;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a cache: free, held by one or more sequences, or held by none but still reusable by
 * key. The reusable ones are given up in the order in which they were let go. Not thread-safe.
 */
final class BlockPool {

  private final int[] references;
  private final @Nullable String[] keyOf;
  private final Map<String, Integer> blockOf = new HashMap<>();
  private final Map<Integer, Boolean> reusable = new LinkedHashMap<>();
  private final int[] free;
  private int freeCount;
  private int held;
  private long evictions;

  BlockPool(int blocks) {
    references = new int[blocks];
    keyOf = new @Nullable String[blocks];
    free = new int[blocks];
    clear();
  }

  /** Forgets all contents and holders. */
  void clear() {
    java.util.Arrays.fill(references, 0);
    java.util.Arrays.fill(keyOf, null);
    blockOf.clear();
    reusable.clear();
    freeCount = free.length;
    for (int i = 0; i < free.length; i++) {
      free[i] = free.length - 1 - i;
    }
    held = 0;
  }

  /**
   * A block without contents, held once.
   *
   * @throws IllegalStateException if sequences hold all blocks
   */
  int take() {
    int block = freeCount > 0 ? free[--freeCount] : evict();
    references[block] = 1;
    held++;
    return block;
  }

  private int evict() {
    Iterator<Integer> oldest = reusable.keySet().iterator();
    if (!oldest.hasNext()) {
      throw new IllegalStateException(
          "all "
              + references.length
              + " cache blocks are held: more was admitted than LoopDemand reserved");
    }
    int block = oldest.next();
    oldest.remove();
    forget(block);
    evictions++;
    return block;
  }

  private void forget(int block) {
    blockOf.remove(keyOf[block]);
    keyOf[block] = null;
  }

  /** The block with this key, held once more; -1 if there is none. */
  int share(String key) {
    Integer block = blockOf.get(key);
    if (block == null) {
      return -1;
    }
    if (references[block]++ == 0) {
      reusable.remove(block);
      held++;
    }
    return block;
  }

  /** Makes a full block reusable by key, unless another has the same contents already. */
  void publish(int block, String key) {
    if (keyOf[block] == null && blockOf.putIfAbsent(key, block) == null) {
      keyOf[block] = key;
    }
  }

  /** Lets one holder go. */
  void release(int block) {
    if (--references[block] > 0) {
      return;
    }
    held--;
    if (keyOf[block] == null) {
      free[freeCount++] = block;
    } else {
      reusable.put(block, true);
    }
  }

  int size() {
    return references.length;
  }

  int held() {
    return held;
  }

  int cached() {
    return reusable.size();
  }

  long evictions() {
    return evictions;
  }
}

package dev.evolve.serving.kv;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which blocks the keys and values of each sequence lie in. A sequence grows position by position;
 * full blocks whose prefix another sequence has computed already are shared instead of filled
 * again, and blocks that nobody holds stay reusable until their room is needed.
 *
 * <p>Bookkeeping only: block numbers index slabs that belong to the caller. A block that is shared
 * is full, and is never written again. Lives beside the model, never in a loop's state; confined to
 * the thread that computes.
 */
public final class PagedKvCache {

  private final int blockSize;
  private final BlockPool pool;
  private final Map<String, Sequence> sequences = new HashMap<>();
  private BlockKeys keys;
  private long reusedTokens;

  /**
   * @param blocks number of blocks
   * @param blockSize positions of a block
   * @param identity everything beside the tokens that decides keys and values: model, weights,
   *     precision
   */
  public PagedKvCache(int blocks, int blockSize, String identity) {
    if (blocks < 1 || blockSize < 1) {
      throw new IllegalArgumentException(
          "a cache has at least one block of one position, not " + blocks + " of " + blockSize);
    }
    this.blockSize = blockSize;
    this.pool = new BlockPool(blocks);
    this.keys = new BlockKeys(identity, blockSize);
  }

  /**
   * Makes room for {@code tokens} at positions {@code start} and on, all of which the caller will
   * compute; what the sequence had there and behind is given up. Starting at 0 starts the sequence
   * anew.
   *
   * @throws IllegalStateException if the sequence does not reach up to {@code start}, or if there
   *     is no block left
   */
  public void extend(String sequenceId, int start, short[] tokens) {
    Sequence sequence = sequence(sequenceId, start);
    sequence.write(start, tokens);
    sequence.fill(start + tokens.length);
  }

  /**
   * As {@link #extend}, but takes over blocks that hold the same tokens after the same prefix.
   *
   * @return how many of the tokens, from the first on, need not be computed
   */
  public int extendReusing(String sequenceId, int start, short[] tokens) {
    Sequence sequence = sequence(sequenceId, start);
    sequence.write(start, tokens);
    int reused = sequence.reuse(start, tokens.length);
    reusedTokens += reused;
    sequence.fill(start + tokens.length);
    return reused;
  }

  private Sequence sequence(String id, int start) {
    if (start == 0) {
      release(id);
      Sequence fresh = new Sequence();
      sequences.put(id, fresh);
      return fresh;
    }
    Sequence sequence = sequences.get(id);
    if (sequence == null || sequence.length < start) {
      throw new IllegalStateException(
          id
              + " goes on at position "
              + start
              + ", but the cache has "
              + (sequence == null ? 0 : sequence.length)
              + " of it: its state must go through withoutCache first");
    }
    return sequence;
  }

  /**
   * Declares the first {@code length} positions final: what lies behind is given up, full blocks
   * become reusable by others.
   */
  public void settle(String sequenceId, int length) {
    Sequence sequence = sequences.get(sequenceId);
    if (sequence == null || sequence.length < length) {
      throw new IllegalStateException(sequenceId + " has no " + length + " positions to settle");
    }
    sequence.settle(length);
  }

  /** Number of the block that holds the sequence's positions from {@code index · blockSize} on. */
  public int block(String sequenceId, int index) {
    Sequence sequence = sequences.get(sequenceId);
    if (sequence == null || index >= sequence.blockCount) {
      throw new IllegalStateException(sequenceId + " has no block " + index);
    }
    return sequence.blocks[index];
  }

  /** Lets go of all that a sequence holds; nothing if it is unknown. */
  public void release(String sequenceId) {
    Sequence sequence = sequences.remove(sequenceId);
    if (sequence != null) {
      sequence.truncate(0);
    }
  }

  /** Forgets everything, under a new identity. */
  public void reset(String identity) {
    sequences.clear();
    pool.clear();
    keys = new BlockKeys(identity, blockSize);
  }

  /** Positions of a block. */
  public int blockSize() {
    return blockSize;
  }

  /** What is held now. */
  public KvUsage usage() {
    return new KvUsage(
        pool.size(), pool.held(), pool.cached(), sequences.size(), reusedTokens, pool.evictions());
  }

  /** Blocks for so many positions. */
  public static int blocksFor(int positions, int blockSize) {
    return Math.ceilDiv(positions, blockSize);
  }

  /** One sequence: its tokens, its blocks, and the keys of those that are full. */
  private final class Sequence {

    private short[] tokens = new short[0];
    private int length;
    private int[] blocks = new int[4];
    private int blockCount;
    private String[] published = new String[4];
    private int publishedCount;

    void write(int start, short[] added) {
      if (start < publishedCount * blockSize) {
        throw new IllegalStateException(
            "position " + start + " lies in a block that others may share; start again at 0");
      }
      truncate(start);
      if (start + added.length > tokens.length) {
        tokens = Arrays.copyOf(tokens, Math.max(start + added.length, tokens.length * 2));
      }
      System.arraycopy(added, 0, tokens, start, added.length);
    }

    /** Shares full blocks from position {@code start} on as long as somebody has them. */
    int reuse(int start, int count) {
      int reused = 0;
      while (start == publishedCount * blockSize - reused && reused + blockSize <= count) {
        String key = keys.next(lastKey(), tokens, start + reused);
        int block = pool.share(key);
        if (block < 0) {
          break;
        }
        append(block);
        remember(key);
        reused += blockSize;
      }
      return reused;
    }

    /** Takes blocks until {@code end} positions have room. */
    void fill(int end) {
      while (blockCount < blocksFor(end, blockSize)) {
        append(pool.take());
      }
      length = end;
    }

    void settle(int settled) {
      truncate(settled);
      while ((publishedCount + 1) * blockSize <= settled) {
        String key = keys.next(lastKey(), tokens, publishedCount * blockSize);
        pool.publish(blocks[publishedCount], key);
        remember(key);
      }
    }

    /**
     * Gives up what lies behind, the last block first, so that the front of a sequence stays
     * reusable longest.
     */
    void truncate(int kept) {
      int keptBlocks = blocksFor(kept, blockSize);
      while (blockCount > keptBlocks) {
        pool.release(blocks[--blockCount]);
      }
      publishedCount = Math.min(publishedCount, kept / blockSize);
      length = Math.min(length, kept);
    }

    private String lastKey() {
      return publishedCount == 0 ? keys.root() : published[publishedCount - 1];
    }

    private void append(int block) {
      if (blockCount == blocks.length) {
        blocks = Arrays.copyOf(blocks, blockCount * 2);
      }
      blocks[blockCount++] = block;
    }

    private void remember(String key) {
      if (publishedCount == published.length) {
        published = Arrays.copyOf(published, publishedCount * 2);
      }
      published[publishedCount++] = key;
    }
  }
}

package dev.evolve.serving.decode;

import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.serving.kv.PagedKvCache;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything about decoding that may be tuned. No knob changes what is said, except that a request
 * may ask for relaxed acceptance of drafts.
 *
 * @param kvBlockSize positions of a cache block
 * @param kvBlocks number of cache blocks
 * @param prefillChunk most prompt tokens of one prefill step
 * @param maxBatch most steps in one pass through the model
 * @param maxBatchTokens most tokens in one pass, at least a prefill chunk and a draft with its root
 * @param draftLength most tokens that are drafted ahead; 0 for none
 * @param ngram longest run of tokens that is looked up in the text to draft what follows
 * @param acceptanceThreshold how probable a drafted token must be, relative to the most probable
 *     one, to be accepted by a request that asks for relaxed acceptance; 1 accepts only what would
 *     have been said anyway
 */
public record DecodeKnobs(
    int kvBlockSize,
    int kvBlocks,
    int prefillChunk,
    int maxBatch,
    int maxBatchTokens,
    int draftLength,
    int ngram,
    double acceptanceThreshold) {

  /** Cache class under which loops reserve their blocks. */
  public static final String CACHE_CLASS = "kv";

  /** Blocks of 16, 8,192 positions, chunks of 128, batches of 32, no drafts. */
  public static final DecodeKnobs DEFAULTS = new DecodeKnobs(16, 512, 128, 32, 256, 0, 3, 1);

  public DecodeKnobs {
    require(kvBlockSize >= 1, "kvBlockSize at least 1", kvBlockSize);
    require(kvBlocks >= 1, "kvBlocks at least 1", kvBlocks);
    require(prefillChunk >= 1, "prefillChunk at least 1", prefillChunk);
    require(maxBatch >= 1, "maxBatch at least 1", maxBatch);
    require(draftLength >= 0, "draftLength at least 0", draftLength);
    require(ngram >= 1, "ngram at least 1", ngram);
    require(
        maxBatchTokens >= Math.max(prefillChunk, draftLength + 1),
        "maxBatchTokens at least prefillChunk (" + prefillChunk + ") and draftLength + 1",
        maxBatchTokens);
    require(
        acceptanceThreshold > 0 && acceptanceThreshold <= 1,
        "acceptanceThreshold above 0 and up to 1",
        acceptanceThreshold);
  }

  private static void require(boolean holds, String wanted, Number found) {
    if (!holds) {
      throw new IllegalArgumentException("decoding needs " + wanted + ", not " + found);
    }
  }

  /** Cache blocks for so many positions. */
  public int blocksFor(int positions) {
    return PagedKvCache.blocksFor(positions, kvBlockSize);
  }

  /** The {@link RuntimeLimits.Pools#cacheBlocks} of a runtime for loops with these knobs. */
  public SortedMap<String, Long> cacheBlocks() {
    return new TreeMap<>(Map.of(CACHE_CLASS, (long) kvBlocks));
  }

  /** These knobs with another cache. */
  public DecodeKnobs withKv(int blockSize, int blocks) {
    return new DecodeKnobs(
        blockSize,
        blocks,
        prefillChunk,
        maxBatch,
        maxBatchTokens,
        draftLength,
        ngram,
        acceptanceThreshold);
  }

  /** These knobs with other prefill chunks and batches. */
  public DecodeKnobs withBatches(int chunk, int steps, int tokens) {
    return new DecodeKnobs(
        kvBlockSize, kvBlocks, chunk, steps, tokens, draftLength, ngram, acceptanceThreshold);
  }

  /** These knobs with other drafts. */
  public DecodeKnobs withDrafts(int length, int longestRun, double threshold) {
    return new DecodeKnobs(
        kvBlockSize,
        kvBlocks,
        prefillChunk,
        maxBatch,
        maxBatchTokens,
        length,
        longestRun,
        threshold);
  }
}

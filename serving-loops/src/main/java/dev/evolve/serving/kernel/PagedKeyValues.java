package dev.evolve.serving.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Keys and values of one layer in blocks: position {@code p} of a sequence lies at row {@code
 * table[p / blockSize] · blockSize + p % blockSize}, a row being {@code heads · headDim} floats.
 * Contiguous keys are one block that is as large as the sequence.
 *
 * @param keys rows of keys
 * @param values rows of values
 * @param heads heads of keys and values
 * @param headDim width of a head, a multiple of {@link Kernels#LANES}, at most {@link
 *     Kernels#MOST_HEAD_DIM}
 * @param blockSize positions of a block
 * @param queriesPerHead how many consecutive heads of queries share a head of keys and values
 *     (grouped-query attention, Ainslie et al. 2023); heads of queries are at most {@link
 *     Kernels#MOST_HEADS}
 */
public record PagedKeyValues(
    MemorySegment keys,
    MemorySegment values,
    int heads,
    int headDim,
    int blockSize,
    int queriesPerHead) {

  public PagedKeyValues {
    KernelChecks.require(
        heads >= 1 && heads <= Kernels.MOST_HEADS, "heads from 1 to " + Kernels.MOST_HEADS, heads);
    KernelChecks.require(
        queriesPerHead >= 1 && queriesPerHead <= Kernels.MOST_HEADS / heads,
        "queriesPerHead from 1 to " + Kernels.MOST_HEADS / heads,
        queriesPerHead);
    KernelChecks.require(
        headDim >= 1 && headDim % Kernels.LANES == 0 && headDim <= Kernels.MOST_HEAD_DIM,
        "headDim a multiple of " + Kernels.LANES + " up to " + Kernels.MOST_HEAD_DIM,
        headDim);
    KernelChecks.require(blockSize >= 1, "blockSize at least 1", blockSize);
    KernelChecks.requireFloats("values", values, keys.byteSize() / Float.BYTES);
  }

  /** Each head of keys and values has one head of queries. */
  public PagedKeyValues(
      MemorySegment keys, MemorySegment values, int heads, int headDim, int blockSize) {
    this(keys, values, heads, headDim, blockSize, 1);
  }

  /** Floats of one position: all heads. */
  public int width() {
    return heads * headDim;
  }

  /** Heads of queries. */
  public int queryHeads() {
    return heads * queriesPerHead;
  }

  /** Floats of one row of queries: all heads. */
  public int queryWidth() {
    return queryHeads() * headDim;
  }
}

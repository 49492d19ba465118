package dev.evolve.serving.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Keys and values of one layer in blocks: position {@code p} of a sequence lies at row {@code
 * table[p / blockSize] · blockSize + p % blockSize}, a row being {@code heads · headDim} floats.
 * Contiguous keys are one block that is as large as the sequence.
 *
 * @param keys rows of keys
 * @param values rows of values
 * @param heads attention heads, at most {@link Kernels#MOST_HEADS}
 * @param headDim width of a head, a multiple of {@link Kernels#LANES}, at most {@link
 *     Kernels#MOST_HEAD_DIM}
 * @param blockSize positions of a block
 */
public record PagedKeyValues(
    MemorySegment keys, MemorySegment values, int heads, int headDim, int blockSize) {

  public PagedKeyValues {
    KernelChecks.require(
        heads >= 1 && heads <= Kernels.MOST_HEADS, "heads from 1 to " + Kernels.MOST_HEADS, heads);
    KernelChecks.require(
        headDim >= 1 && headDim % Kernels.LANES == 0 && headDim <= Kernels.MOST_HEAD_DIM,
        "headDim a multiple of " + Kernels.LANES + " up to " + Kernels.MOST_HEAD_DIM,
        headDim);
    KernelChecks.require(blockSize >= 1, "blockSize at least 1", blockSize);
    KernelChecks.requireFloats("values", values, keys.byteSize() / Float.BYTES);
  }

  /** Floats of one position: all heads. */
  public int width() {
    return heads * headDim;
  }
}

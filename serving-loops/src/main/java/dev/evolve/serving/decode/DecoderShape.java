package dev.evolve.serving.decode;

import dev.evolve.serving.kernel.Kernels;

/**
 * Extents of a decoder.
 *
 * @param layers transformer layers
 * @param heads heads of queries
 * @param keyHeads heads of keys and values, of which {@code heads} is a multiple: fewer of them
 *     make the cache smaller and decoding of many requests faster
 * @param headDim width of a head, a multiple of {@link Kernels#LANES}
 * @param hidden width of the gated feed-forward layer
 * @param context most positions of a sequence
 */
public record DecoderShape(
    int layers, int heads, int keyHeads, int headDim, int hidden, int context) {

  /** Four layers of width 256, 3.1 million weights, 2,048 positions. */
  public static final DecoderShape SMALL = new DecoderShape(4, 4, 1, 64, 768, 2048);

  /** One layer of width 32: for tests that run thousands of steps. */
  public static final DecoderShape TINY = new DecoderShape(1, 2, 1, 16, 48, 512);

  public DecoderShape {
    if (layers < 1 || heads < 1 || hidden < 1 || context < 2) {
      throw new IllegalArgumentException(
          "a decoder has layers, heads, a hidden width and at least 2 positions");
    }
    if (keyHeads < 1 || heads % keyHeads != 0) {
      throw new IllegalArgumentException(
          "heads of queries are a multiple of those of keys, not " + heads + " of " + keyHeads);
    }
    if (heads > Kernels.MOST_HEADS
        || headDim < 1
        || headDim % Kernels.LANES != 0
        || headDim > Kernels.MOST_HEAD_DIM) {
      throw new IllegalArgumentException(
          "a head's width is a multiple of "
              + Kernels.LANES
              + " up to "
              + Kernels.MOST_HEAD_DIM
              + " and there are at most "
              + Kernels.MOST_HEADS
              + " heads, not "
              + heads
              + " of "
              + headDim);
    }
  }

  /** Width of the residual stream. */
  public int width() {
    return heads * headDim;
  }

  /** Width of keys and values. */
  public int keyWidth() {
    return keyHeads * headDim;
  }
}

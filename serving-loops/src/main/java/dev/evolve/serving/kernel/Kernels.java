package dev.evolve.serving.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Float32 arithmetic of the serving loops on native memory: matrices are row-major, segments hold
 * floats (or 32-bit integers where said) in native byte order, and an output may not overlap an
 * input unless said.
 *
 * <p>Every kernel is <em>batch-invariant</em>: a row of the output depends on that row of the input
 * alone, and is bit for bit the same however many rows are computed in one call. The order of every
 * sum is fixed: products are added by fused multiply-add; a sum over a row (norm, softmax, dot
 * product of attention) goes to 16 partial sums by index modulo 16, which are added pairwise. So
 * all implementations give the same bits.
 *
 * <p>Implementations are thread-safe as long as no two calls write the same memory. A segment that
 * is smaller than the extents say is refused with an {@link IllegalArgumentException}; contents,
 * such as the block numbers of a table, are the caller's to keep in range.
 */
public interface Kernels {

  /** Partial sums of a sum over a row, and the unit that a head's width is a multiple of. */
  int LANES = 16;

  /** Widest head that {@link #attention} takes. */
  int MOST_HEAD_DIM = 256;

  /** Most heads of queries that {@link #attention} takes. */
  int MOST_HEADS = 64;

  /** Added to the mean square by {@link #rmsNorm}. */
  float NORM_EPSILON = 1e-5f;

  /** Name for reports, such as {@code c}. */
  String name();

  /** c[m][n] = a[m][k] · b[k][n]. */
  void matmul(MemorySegment a, MemorySegment b, MemorySegment c, int m, int k, int n);

  /** c[m][n] = a[m][k] · b[k][n] with the bits of {@link #matmul}, and faster for few rows. */
  void matmulPacked(MemorySegment a, PackedMatrix b, MemorySegment c, int m);

  /**
   * out = x / sqrt(mean(x²) + {@link #NORM_EPSILON}) · weight, row by row; {@code out} may be
   * {@code x}.
   *
   * @param x rows of {@code width}
   * @param weight {@code width} factors
   */
  void rmsNorm(MemorySegment x, MemorySegment weight, MemorySegment out, int rows, int width);

  /** out = softmax(x), row by row; {@code out} may be {@code x}. */
  void softmax(MemorySegment x, MemorySegment out, int rows, int width);

  /** out = gate · sigmoid(gate) · up; {@code out} may be either. */
  void gatedSilu(MemorySegment gate, MemorySegment up, MemorySegment out, int count);

  /** into = into + scale · x. */
  void addScaled(MemorySegment x, float scale, MemorySegment into, int count);

  /**
   * Rotary position embedding in place: turns the pairs (d, d + headDim/2) of every head.
   *
   * @param x rows of {@code heads · headDim}
   * @param angles cosines and sines by position
   * @param positions a 32-bit position for each row
   */
  void rotate(MemorySegment x, RotaryAngles angles, MemorySegment positions, int rows, int heads);

  /**
   * Scaled dot-product attention over paged keys and values: out = softmax(q · Kᵀ / sqrt(headDim))
   * · V for each row and head, over the positions of the row's span.
   *
   * @param queries rows of {@link PagedKeyValues#queryWidth}
   * @param cache where keys and values lie
   * @param rows which positions each row sees
   * @param out as {@code queries}
   */
  void attention(
      MemorySegment queries, PagedKeyValues cache, AttentionRows rows, MemorySegment out);
}

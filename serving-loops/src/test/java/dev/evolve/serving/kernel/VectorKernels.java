package dev.evolve.serving.kernel;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The heavy kernels through the Vector API: the rival that ADR 5 measured against C. The order of
 * sums is the contract's, so the bits are the same. What a step spends no time on is left to the
 * reference.
 */
final class VectorKernels {

  private static final VectorSpecies<Float> WIDE = FloatVector.SPECIES_512;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final int LANES = Kernels.LANES;
  private static final int COLUMNS = 4 * LANES;
  private static final int TILE_POSITIONS = 64;

  /** As {@link Kernels#matmul}; {@code n} must be a multiple of 64. */
  void matmul(MemorySegment a, MemorySegment b, MemorySegment c, int m, int k, int n) {
    KernelChecks.matmul(a, b, c, m, k, n);
    KernelChecks.require(n % COLUMNS == 0, "a multiple of " + COLUMNS + " columns", n);
    for (int j = 0; j < n; j += COLUMNS) {
      int i = 0;
      for (; i + 4 <= m; i += 4) {
        fourRows(a, b, c, i, k, n, j);
      }
      for (; i < m; i++) {
        oneRow(a, b, c, i, k, n, j);
      }
    }
  }

  private static void oneRow(
      MemorySegment a, MemorySegment b, MemorySegment c, int i, int k, int n, int j) {
    FloatVector s0 = FloatVector.zero(WIDE);
    FloatVector s1 = s0;
    FloatVector s2 = s0;
    FloatVector s3 = s0;
    for (int p = 0; p < k; p++) {
      long row = (long) p * n + j;
      FloatVector x = FloatVector.broadcast(WIDE, at(a, (long) i * k + p));
      s0 = x.fma(load(b, row), s0);
      s1 = x.fma(load(b, row + LANES), s1);
      s2 = x.fma(load(b, row + 2 * LANES), s2);
      s3 = x.fma(load(b, row + 3 * LANES), s3);
    }
    store(c, (long) i * n + j, s0, s1, s2, s3);
  }

  private static void fourRows(
      MemorySegment a, MemorySegment b, MemorySegment c, int i, int k, int n, int j) {
    FloatVector s00 = FloatVector.zero(WIDE);
    FloatVector s01 = s00, s02 = s00, s03 = s00;
    FloatVector s10 = s00, s11 = s00, s12 = s00, s13 = s00;
    FloatVector s20 = s00, s21 = s00, s22 = s00, s23 = s00;
    FloatVector s30 = s00, s31 = s00, s32 = s00, s33 = s00;
    for (int p = 0; p < k; p++) {
      long row = (long) p * n + j;
      FloatVector b0 = load(b, row);
      FloatVector b1 = load(b, row + LANES);
      FloatVector b2 = load(b, row + 2 * LANES);
      FloatVector b3 = load(b, row + 3 * LANES);
      FloatVector x0 = FloatVector.broadcast(WIDE, at(a, (long) i * k + p));
      s00 = x0.fma(b0, s00);
      s01 = x0.fma(b1, s01);
      s02 = x0.fma(b2, s02);
      s03 = x0.fma(b3, s03);
      FloatVector x1 = FloatVector.broadcast(WIDE, at(a, (long) (i + 1) * k + p));
      s10 = x1.fma(b0, s10);
      s11 = x1.fma(b1, s11);
      s12 = x1.fma(b2, s12);
      s13 = x1.fma(b3, s13);
      FloatVector x2 = FloatVector.broadcast(WIDE, at(a, (long) (i + 2) * k + p));
      s20 = x2.fma(b0, s20);
      s21 = x2.fma(b1, s21);
      s22 = x2.fma(b2, s22);
      s23 = x2.fma(b3, s23);
      FloatVector x3 = FloatVector.broadcast(WIDE, at(a, (long) (i + 3) * k + p));
      s30 = x3.fma(b0, s30);
      s31 = x3.fma(b1, s31);
      s32 = x3.fma(b2, s32);
      s33 = x3.fma(b3, s33);
    }
    store(c, (long) i * n + j, s00, s01, s02, s03);
    store(c, (long) (i + 1) * n + j, s10, s11, s12, s13);
    store(c, (long) (i + 2) * n + j, s20, s21, s22, s23);
    store(c, (long) (i + 3) * n + j, s30, s31, s32, s33);
  }

  /** As {@link Kernels#attention}; heads are 64 wide. */
  void attention(
      MemorySegment queries, PagedKeyValues cache, AttentionRows rows, MemorySegment out) {
    KernelChecks.attention(queries, cache, rows, out);
    KernelChecks.require(cache.headDim() == COLUMNS, "heads of " + COLUMNS, cache.headDim());
    KernelChecks.require(
        cache.queriesPerHead() == 1, "a head of keys for each of queries", cache.queriesPerHead());
    for (int i = 0; i < rows.count(); i++) {
      for (int h = 0; h < cache.heads(); h++) {
        head(queries, cache, rows, out, i, h);
      }
    }
  }

  private static void head(
      MemorySegment queries,
      PagedKeyValues cache,
      AttentionRows rows,
      MemorySegment out,
      int i,
      int h) {
    long span = (long) i * AttentionRows.SPAN;
    int table = rows.spans().getAtIndex(JAVA_INT, span);
    int first = rows.spans().getAtIndex(JAVA_INT, span + 1);
    int last = rows.spans().getAtIndex(JAVA_INT, span + 2);
    long query = (long) i * cache.width() + (long) h * COLUMNS;
    float scale = 1.0f / (float) Math.sqrt(cache.headDim());
    float[] weights = new float[TILE_POSITIONS];
    long[] at = new long[TILE_POSITIONS];
    FloatVector q0 = load(queries, query);
    FloatVector q1 = load(queries, query + LANES);
    FloatVector q2 = load(queries, query + 2 * LANES);
    FloatVector q3 = load(queries, query + 3 * LANES);
    FloatVector zero = FloatVector.zero(WIDE);
    FloatVector s0 = zero, s1 = zero, s2 = zero, s3 = zero, total = zero;
    float top = Float.NEGATIVE_INFINITY;
    for (int start = first; start < last; start += TILE_POSITIONS) {
      int count = Math.min(TILE_POSITIONS, last - start);
      float highest = top;
      for (int p = 0; p < count; p++) {
        int block = rows.tables().getAtIndex(JAVA_INT, table + (start + p) / cache.blockSize());
        at[p] =
            ((long) block * cache.blockSize() + (start + p) % cache.blockSize()) * cache.width()
                + (long) h * COLUMNS;
        FloatVector sums = q0.fma(load(cache.keys(), at[p]), zero);
        sums = q1.fma(load(cache.keys(), at[p] + LANES), sums);
        sums = q2.fma(load(cache.keys(), at[p] + 2 * LANES), sums);
        sums = q3.fma(load(cache.keys(), at[p] + 3 * LANES), sums);
        weights[p] = reduce(sums) * scale;
        highest = weights[p] > highest ? weights[p] : highest;
      }
      FloatVector correction =
          FloatVector.broadcast(WIDE, ReferenceKernels.exponential(top - highest));
      top = highest;
      for (int p = 0; p < TILE_POSITIONS; p += LANES) {
        exponential(FloatVector.fromArray(WIDE, weights, p).sub(top)).intoArray(weights, p);
      }
      java.util.Arrays.fill(weights, count, TILE_POSITIONS, 0);
      total = total.mul(correction);
      for (int p = 0; p < TILE_POSITIONS; p += LANES) {
        total = total.add(FloatVector.fromArray(WIDE, weights, p));
      }
      s0 = s0.mul(correction);
      s1 = s1.mul(correction);
      s2 = s2.mul(correction);
      s3 = s3.mul(correction);
      for (int p = 0; p < count; p++) {
        FloatVector weight = FloatVector.broadcast(WIDE, weights[p]);
        s0 = weight.fma(load(cache.values(), at[p]), s0);
        s1 = weight.fma(load(cache.values(), at[p] + LANES), s1);
        s2 = weight.fma(load(cache.values(), at[p] + 2 * LANES), s2);
        s3 = weight.fma(load(cache.values(), at[p] + 3 * LANES), s3);
      }
    }
    float factor = 1.0f / reduce(total);
    store(out, query, s0.mul(factor), s1.mul(factor), s2.mul(factor), s3.mul(factor));
  }

  /** As {@link ReferenceKernels#exponential}, 16 at a time. */
  private static FloatVector exponential(FloatVector x) {
    FloatVector clamped = x.max(-87.0f).min(88.0f);
    FloatVector shift = FloatVector.broadcast(WIDE, 12582912.0f);
    FloatVector shifted = clamped.fma(FloatVector.broadcast(WIDE, 1.44269504088896341f), shift);
    FloatVector n = shifted.sub(shift);
    FloatVector r = n.fma(FloatVector.broadcast(WIDE, -0.693359375f), clamped);
    r = n.fma(FloatVector.broadcast(WIDE, 2.12194440e-4f), r);
    FloatVector p = FloatVector.broadcast(WIDE, 1.9875691500e-4f);
    for (float coefficient :
        new float[] {
          1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f
        }) {
      p = p.fma(r, FloatVector.broadcast(WIDE, coefficient));
    }
    p = p.fma(r.mul(r), r).add(1.0f);
    return p.mul(
        shifted
            .viewAsIntegralLanes()
            .sub(shift.viewAsIntegralLanes())
            .lanewise(jdk.incubator.vector.VectorOperators.ADD, 127)
            .lanewise(jdk.incubator.vector.VectorOperators.LSHL, 23)
            .reinterpretAsFloats());
  }

  private static float reduce(FloatVector sums) {
    float[] left = sums.toArray();
    float a = (left[0] + left[8]) + (left[4] + left[12]);
    float b = (left[1] + left[9]) + (left[5] + left[13]);
    float c = (left[2] + left[10]) + (left[6] + left[14]);
    float d = (left[3] + left[11]) + (left[7] + left[15]);
    return (a + c) + (b + d);
  }

  private static FloatVector load(MemorySegment segment, long index) {
    return FloatVector.fromMemorySegment(WIDE, segment, index * Float.BYTES, ORDER);
  }

  private static void store(
      MemorySegment segment,
      long index,
      FloatVector s0,
      FloatVector s1,
      FloatVector s2,
      FloatVector s3) {
    s0.intoMemorySegment(segment, index * Float.BYTES, ORDER);
    s1.intoMemorySegment(segment, (index + LANES) * Float.BYTES, ORDER);
    s2.intoMemorySegment(segment, (index + 2 * LANES) * Float.BYTES, ORDER);
    s3.intoMemorySegment(segment, (index + 3 * LANES) * Float.BYTES, ORDER);
  }

  private static float at(MemorySegment segment, long index) {
    return segment.getAtIndex(JAVA_FLOAT, index);
  }
}

package dev.evolve.serving.kernel;

import java.lang.foreign.MemorySegment;

/** What every implementation of {@link Kernels} checks before it touches memory. */
final class KernelChecks {

  private KernelChecks() {}

  static void require(boolean holds, String wanted, long found) {
    if (!holds) {
      throw new IllegalArgumentException("a kernel wants " + wanted + ", not " + found);
    }
  }

  static void requireFloats(String what, MemorySegment segment, long count) {
    requireBytes(what, segment, Math.multiplyExact(count, Float.BYTES));
  }

  static void requireInts(String what, MemorySegment segment, long count) {
    requireBytes(what, segment, Math.multiplyExact(count, Integer.BYTES));
  }

  private static void requireBytes(String what, MemorySegment segment, long bytes) {
    if (segment.byteSize() < bytes) {
      throw new IllegalArgumentException(
          what + " needs " + bytes + " bytes, but its segment has " + segment.byteSize());
    }
    if (!segment.isNative()) {
      throw new IllegalArgumentException(what + " must lie in native memory");
    }
  }

  static void matmul(MemorySegment a, MemorySegment b, MemorySegment c, int m, int k, int n) {
    require(m >= 0 && k >= 0 && n >= 0, "extents of at least 0", Math.min(m, Math.min(k, n)));
    requireFloats("a", a, (long) m * k);
    requireFloats("b", b, (long) k * n);
    requireFloats("c", c, (long) m * n);
  }

  static void matmul(MemorySegment a, PackedMatrix b, MemorySegment c, int m) {
    require(m >= 0, "at least 0 rows", m);
    requireFloats("a", a, (long) m * b.k());
    requireFloats("c", c, (long) m * b.n());
  }

  static void rows(MemorySegment x, MemorySegment out, int rows, int width) {
    require(rows >= 0 && width >= 1, "rows of at least one element", Math.min(rows, width));
    requireFloats("x", x, (long) rows * width);
    requireFloats("out", out, (long) rows * width);
  }

  static void elements(MemorySegment first, MemorySegment second, int count) {
    require(count >= 0, "a count of at least 0", count);
    requireFloats("the first operand", first, count);
    requireFloats("the second operand", second, count);
  }

  static void rotate(
      MemorySegment x, RotaryAngles angles, MemorySegment positions, int rows, int heads) {
    require(rows >= 0 && heads >= 1, "rows of at least one head", Math.min(rows, heads));
    requireFloats("x", x, (long) rows * heads * angles.headDim());
    requireInts("positions", positions, rows);
  }

  static void attention(
      MemorySegment queries, PagedKeyValues cache, AttentionRows rows, MemorySegment out) {
    requireFloats("queries", queries, (long) rows.count() * cache.queryWidth());
    requireFloats("out", out, (long) rows.count() * cache.queryWidth());
  }
}

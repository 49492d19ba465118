package dev.evolve.serving.kernel;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * The kernels in plain Java, one operation after another: what the others are held against bit for
 * bit. Some fifty times slower; used in production only where it is asked for by name.
 */
public final class ReferenceKernels implements Kernels {

  private static final int TILE_POSITIONS = 64;
  private static final float EXPONENT_SHIFT = 12582912.0f;

  @Override
  public String name() {
    return "reference";
  }

  @Override
  public void matmul(MemorySegment a, MemorySegment b, MemorySegment c, int m, int k, int n) {
    KernelChecks.matmul(a, b, c, m, k, n);
    for (long i = 0; i < m; i++) {
      for (long j = 0; j < n; j++) {
        float sum = 0;
        for (long p = 0; p < k; p++) {
          sum = Math.fma(at(a, i * k + p), at(b, p * n + j), sum);
        }
        put(c, i * n + j, sum);
      }
    }
  }

  @Override
  public void matmulPacked(MemorySegment a, PackedMatrix b, MemorySegment c, int m) {
    KernelChecks.matmul(a, b, c, m);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < b.n(); j++) {
        float sum = 0;
        for (int p = 0; p < b.k(); p++) {
          sum = Math.fma(at(a, (long) i * b.k() + p), b.at(p, j), sum);
        }
        put(c, (long) i * b.n() + j, sum);
      }
    }
  }

  @Override
  public void rmsNorm(
      MemorySegment x, MemorySegment weight, MemorySegment out, int rows, int width) {
    KernelChecks.rows(x, out, rows, width);
    KernelChecks.requireFloats("weight", weight, width);
    for (int i = 0; i < rows; i++) {
      long row = (long) i * width;
      float[] sums = new float[LANES];
      for (int j = 0; j < width; j++) {
        sums[j % LANES] = Math.fma(at(x, row + j), at(x, row + j), sums[j % LANES]);
      }
      float factor = 1.0f / (float) Math.sqrt(reduce(sums) / width + NORM_EPSILON);
      for (int j = 0; j < width; j++) {
        put(out, row + j, at(x, row + j) * factor * at(weight, j));
      }
    }
  }

  @Override
  public void softmax(MemorySegment x, MemorySegment out, int rows, int width) {
    KernelChecks.rows(x, out, rows, width);
    for (int i = 0; i < rows; i++) {
      long row = (long) i * width;
      float top = at(x, row);
      for (int j = 1; j < width; j++) {
        top = at(x, row + j) > top ? at(x, row + j) : top;
      }
      float[] sums = new float[LANES];
      for (int j = 0; j < width; j++) {
        put(out, row + j, exponential(at(x, row + j) - top));
        sums[j % LANES] += at(out, row + j);
      }
      float factor = 1.0f / reduce(sums);
      for (int j = 0; j < width; j++) {
        put(out, row + j, at(out, row + j) * factor);
      }
    }
  }

  @Override
  public void gatedSilu(MemorySegment gate, MemorySegment up, MemorySegment out, int count) {
    KernelChecks.elements(gate, up, count);
    KernelChecks.requireFloats("out", out, count);
    for (long i = 0; i < count; i++) {
      float x = at(gate, i);
      put(out, i, x / (1.0f + exponential(-x)) * at(up, i));
    }
  }

  @Override
  public void addScaled(MemorySegment x, float scale, MemorySegment into, int count) {
    KernelChecks.elements(x, into, count);
    for (long i = 0; i < count; i++) {
      put(into, i, Math.fma(at(x, i), scale, at(into, i)));
    }
  }

  @Override
  public void rotate(
      MemorySegment x, RotaryAngles angles, MemorySegment positions, int rows, int heads) {
    KernelChecks.rotate(x, angles, positions, rows, heads);
    int half = angles.headDim() / 2;
    for (int i = 0; i < rows; i++) {
      long angle = (long) positions.getAtIndex(JAVA_INT, i) * half;
      for (int h = 0; h < heads; h++) {
        turn(x, ((long) i * heads + h) * angles.headDim(), angles, angle);
      }
    }
  }

  private static void turn(MemorySegment x, long head, RotaryAngles angles, long angle) {
    int half = angles.headDim() / 2;
    for (int d = 0; d < half; d++) {
      float low = at(x, head + d);
      float high = at(x, head + d + half);
      float cosine = at(angles.cosines(), angle + d);
      float sine = at(angles.sines(), angle + d);
      put(x, head + d, Math.fma(low, cosine, -(high * sine)));
      put(x, head + d + half, Math.fma(high, cosine, low * sine));
    }
  }

  @Override
  public void attention(
      MemorySegment queries, PagedKeyValues cache, AttentionRows rows, MemorySegment out) {
    KernelChecks.attention(queries, cache, rows, out);
    for (int i = 0; i < rows.count(); i++) {
      long span = (long) i * AttentionRows.SPAN;
      int table = rows.spans().getAtIndex(JAVA_INT, span);
      int first = rows.spans().getAtIndex(JAVA_INT, span + 1);
      int last = rows.spans().getAtIndex(JAVA_INT, span + 2);
      for (int h = 0; h < cache.queryHeads(); h++) {
        long head = (long) i * cache.queryWidth() + (long) h * cache.headDim();
        Head attended = new Head(cache, rows.tables(), table, h / cache.queriesPerHead());
        for (int start = first; start < last; start += TILE_POSITIONS) {
          attended.tile(queries, head, start, Math.min(TILE_POSITIONS, last - start));
        }
        attended.store(out, head);
      }
    }
  }

  /** One head of one row: a softmax with a running maximum, tile by tile. */
  private static final class Head {

    private final PagedKeyValues cache;
    private final MemorySegment tables;
    private final int table;
    private final int head;
    private final float scale;
    private final float[] sums;
    private final float[] totals = new float[LANES];
    private float top = Float.NEGATIVE_INFINITY;

    Head(PagedKeyValues cache, MemorySegment tables, int table, int head) {
      this.cache = cache;
      this.tables = tables;
      this.table = table;
      this.head = head;
      this.scale = 1.0f / (float) Math.sqrt(cache.headDim());
      this.sums = new float[cache.headDim()];
    }

    void tile(MemorySegment queries, long query, int start, int count) {
      float[] weights = new float[count];
      float highest = top;
      for (int p = 0; p < count; p++) {
        weights[p] = dot(queries, query, row(start + p)) * scale;
        highest = weights[p] > highest ? weights[p] : highest;
      }
      rescale(exponential(top - highest));
      top = highest;
      for (int p = 0; p < count; p++) {
        float weight = exponential(weights[p] - top);
        totals[p % LANES] += weight;
        long row = row(start + p);
        for (int d = 0; d < sums.length; d++) {
          sums[d] = Math.fma(weight, at(cache.values(), row + d), sums[d]);
        }
      }
    }

    private void rescale(float correction) {
      for (int l = 0; l < LANES; l++) {
        totals[l] *= correction;
      }
      for (int d = 0; d < sums.length; d++) {
        sums[d] *= correction;
      }
    }

    private long row(int position) {
      int block = tables.getAtIndex(JAVA_INT, table + position / cache.blockSize());
      long row = (long) block * cache.blockSize() + position % cache.blockSize();
      return row * cache.width() + (long) head * cache.headDim();
    }

    private float dot(MemorySegment queries, long query, long key) {
      float[] partial = new float[LANES];
      for (int d = 0; d < cache.headDim(); d++) {
        partial[d % LANES] =
            Math.fma(at(queries, query + d), at(cache.keys(), key + d), partial[d % LANES]);
      }
      return reduce(partial);
    }

    void store(MemorySegment out, long to) {
      float factor = 1.0f / reduce(totals);
      for (int d = 0; d < sums.length; d++) {
        put(out, to + d, sums[d] * factor);
      }
    }
  }

  /** Adds 16 partial sums pairwise. */
  private static float reduce(float[] sums) {
    float[] left = sums.clone();
    for (int width = LANES / 2; width > 0; width /= 2) {
      for (int l = 0; l < width; l++) {
        left[l] += left[l + width];
      }
    }
    return left[0];
  }

  /**
   * e to the x after Cephes' expf, clamped to [-87, 88]; the same operations as in the C source.
   */
  static float exponential(float x) {
    float clamped = x < -87.0f ? -87.0f : x > 88.0f ? 88.0f : x;
    float shifted = Math.fma(clamped, 1.44269504088896341f, EXPONENT_SHIFT);
    float n = shifted - EXPONENT_SHIFT;
    float r = Math.fma(n, 2.12194440e-4f, Math.fma(n, -0.693359375f, clamped));
    float p = 1.9875691500e-4f;
    p = Math.fma(p, r, 1.3981999507e-3f);
    p = Math.fma(p, r, 8.3334519073e-3f);
    p = Math.fma(p, r, 4.1665795894e-2f);
    p = Math.fma(p, r, 1.6666665459e-1f);
    p = Math.fma(p, r, 5.0000001201e-1f);
    p = Math.fma(p, r * r, r) + 1.0f;
    int exponent = Float.floatToRawIntBits(shifted) - Float.floatToRawIntBits(EXPONENT_SHIFT);
    return p * Float.intBitsToFloat((exponent + 127) << 23);
  }

  private static float at(MemorySegment segment, long index) {
    return segment.getAtIndex(JAVA_FLOAT, index);
  }

  private static void put(MemorySegment segment, long index, float value) {
    segment.setAtIndex(JAVA_FLOAT, index, value);
  }
}

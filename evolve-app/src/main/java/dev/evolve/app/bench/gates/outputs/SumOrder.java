package dev.evolve.app.bench.gates.outputs;

import dev.evolve.pack.BenchPack.Output.Dtype;

/**
 * An order in which a sum of products is added up in single precision. All but the last two compute
 * the same mathematics.
 */
public enum SumOrder {
  /** One after the other. */
  SEQUENTIAL,
  /** One after the other, each product and addition rounded once. */
  SEQUENTIAL_FUSED,
  /** In blocks of 32, block sums one after the other. */
  BLOCKS_OF_32,
  /** In blocks of 128. */
  BLOCKS_OF_128,
  /** In blocks of 128, fused. */
  BLOCKS_OF_128_FUSED,
  /** In eight strided lanes that are added as a tree, as vector instructions do. */
  EIGHT_LANES,
  /** Halves added pairwise down to runs of eight. */
  PAIRWISE,
  /** One after the other, every sum rounded to half precision: a fault. */
  HALF_PRECISION,
  /** One after the other, every sum rounded to bfloat16: a fault. */
  BRAIN_PRECISION;

  private static final int RUN = 8;

  /** Σ a[i] b[i] over {@code n} products. */
  float dot(float[] a, int aAt, float[] b, int bAt, int n) {
    return switch (this) {
      case SEQUENTIAL -> run(a, aAt, b, bAt, n);
      case SEQUENTIAL_FUSED -> fused(a, aAt, b, bAt, n);
      case BLOCKS_OF_32 -> blocks(a, aAt, b, bAt, n, 32, false);
      case BLOCKS_OF_128 -> blocks(a, aAt, b, bAt, n, 128, false);
      case BLOCKS_OF_128_FUSED -> blocks(a, aAt, b, bAt, n, 128, true);
      case EIGHT_LANES -> lanes(a, aAt, b, bAt, n);
      case PAIRWISE -> pairwise(a, aAt, b, bAt, n);
      case HALF_PRECISION -> narrow(a, aAt, b, bAt, n, Dtype.F16);
      case BRAIN_PRECISION -> narrow(a, aAt, b, bAt, n, Dtype.BF16);
    };
  }

  private static float run(float[] a, int aAt, float[] b, int bAt, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      sum += a[aAt + i] * b[bAt + i];
    }
    return sum;
  }

  private static float fused(float[] a, int aAt, float[] b, int bAt, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      sum = Math.fma(a[aAt + i], b[bAt + i], sum);
    }
    return sum;
  }

  private static float blocks(
      float[] a, int aAt, float[] b, int bAt, int n, int block, boolean isFused) {
    float sum = 0;
    for (int from = 0; from < n; from += block) {
      int length = Math.min(block, n - from);
      sum +=
          isFused
              ? fused(a, aAt + from, b, bAt + from, length)
              : run(a, aAt + from, b, bAt + from, length);
    }
    return sum;
  }

  private static float lanes(float[] a, int aAt, float[] b, int bAt, int n) {
    float[] sums = new float[RUN];
    for (int i = 0; i < n; i++) {
      sums[i % RUN] += a[aAt + i] * b[bAt + i];
    }
    return ((sums[0] + sums[1]) + (sums[2] + sums[3]))
        + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  }

  private static float pairwise(float[] a, int aAt, float[] b, int bAt, int n) {
    if (n <= RUN) {
      return run(a, aAt, b, bAt, n);
    }
    int half = n / 2;
    return pairwise(a, aAt, b, bAt, half) + pairwise(a, aAt + half, b, bAt + half, n - half);
  }

  private static float narrow(float[] a, int aAt, float[] b, int bAt, int n, Dtype dtype) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
      sum = Encoding.rounded(sum + a[aAt + i] * b[bAt + i], dtype);
    }
    return sum;
  }
}

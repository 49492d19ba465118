package dev.evolve.app.bench.gates.outputs;

import dev.evolve.pack.BenchPack.Output.Dtype;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Operands of a computation, each element as its type holds it.
 *
 * @param a left operand, queries, or rows
 * @param b right operand by column, keys, or weights
 * @param c values by column
 */
public record Inputs(float[] a, float[] b, float[] c) {

  /** What the elements are like. */
  public enum Kind {
    /** Normally distributed. */
    NORMAL,
    /** So small that the results are subnormal. */
    TINY,
    /** Large enough that an exponential overflows. */
    LARGE,
    /** Normal, with a NaN here and there. */
    WITH_NAN,
    /** Normal, with infinities of both signs here and there. */
    WITH_INFINITIES
  }

  static Inputs draw(int a, int b, int c, Kind kind, Dtype dtype, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double scale = scale(kind, dtype);
    float[] left = normal(a, scale, dtype, random);
    // Special elements are few, so that most of the output stays finite.
    if (kind == Kind.WITH_NAN) {
      left[random.nextInt(a)] = Float.NaN;
    } else if (kind == Kind.WITH_INFINITIES) {
      left[random.nextInt(a / 2)] = Float.POSITIVE_INFINITY;
      left[a / 2 + random.nextInt(a - a / 2)] = Float.NEGATIVE_INFINITY;
    }
    return new Inputs(left, normal(b, 1, dtype, random), normal(c, scale, dtype, random));
  }

  private static double scale(Kind kind, Dtype dtype) {
    return switch (kind) {
      case NORMAL, WITH_NAN, WITH_INFINITIES -> 1;
      case LARGE -> 64;
      case TINY -> dtype == Dtype.F16 ? 1e-6 : dtype == Dtype.BF16 ? 1e-39 : 1e-41;
    };
  }

  private static float[] normal(int count, double scale, Dtype dtype, SplittableRandom random) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = Encoding.rounded((float) (scale * random.nextGaussian()), dtype);
    }
    return values;
  }

  Inputs positive() {
    return new Inputs(magnitudes(a), magnitudes(b), c);
  }

  private static float[] magnitudes(float[] values) {
    float[] found = values.clone();
    for (int i = 0; i < found.length; i++) {
      found[i] = Math.abs(found[i]);
    }
    return found;
  }

  /** The same with weights of one. */
  Inputs summing() {
    float[] ones = new float[b.length];
    Arrays.fill(ones, 1);
    return new Inputs(a, ones, c);
  }

  /** The same with zeros in place of NaN. */
  Inputs swallowingNaN() {
    float[] found = a.clone();
    for (int i = 0; i < found.length; i++) {
      found[i] = Float.isNaN(found[i]) ? 0 : found[i];
    }
    return new Inputs(found, b, c);
  }

  /** Operands cut to the eight significant bits of a narrower type. */
  Inputs narrowed() {
    return new Inputs(narrowed(a), narrowed(b), narrowed(c));
  }

  private static float[] narrowed(float[] values) {
    float[] found = values.clone();
    for (int i = 0; i < found.length; i++) {
      found[i] = Encoding.rounded(found[i], Dtype.BF16);
    }
    return found;
  }
}

package dev.evolve.app.bench.gates.rivals;

import dev.evolve.pack.BenchPack.Output.Dtype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Rules that compare two outputs element by element, as published, with their defaults. */
public enum ElementRule {
  /** |d| ≤ 1e-6 |expected| (1e-3 for 16-bit types) for every element. */
  PER_ELEMENT("per element 1e-6"),
  /**
   * PyTorch's {@code assert_close}: |d| ≤ atol + rtol |expected|; 1.3e-6 and 1e-5 for float32, 1e-3
   * and 1e-5 for float16, 1.6e-2 and 1e-5 for bfloat16; NaN equal to nothing.
   */
  TORCH("torch assert_close"),
  /**
   * JAX's {@code public_test_util}: |d| ≤ tol + tol |expected|; 1e-6, 1e-3 and 1e-2; NaN equal to
   * NaN.
   */
  JAX("JAX tolerances");

  private final String title;

  ElementRule(String title) {
    this.title = title;
  }

  /** For people. */
  public String title() {
    return title;
  }

  /** True if it calls the outputs equal. */
  public boolean passes(byte[] expected, byte[] found, Dtype dtype) {
    return expected.length == found.length && violations(expected, found, dtype) == 0;
  }

  /** Share of elements that it objects to, of outputs of one size. */
  public double violations(byte[] expected, byte[] found, Dtype dtype) {
    ByteBuffer left = ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer right = ByteBuffer.wrap(found).order(ByteOrder.LITTLE_ENDIAN);
    int elements = expected.length / dtype.width();
    int bad = 0;
    for (int i = 0; i < elements; i++) {
      bad += isClose(element(left, dtype), element(right, dtype), dtype) ? 0 : 1;
    }
    return (double) bad / elements;
  }

  private static double element(ByteBuffer buffer, Dtype dtype) {
    return switch (dtype) {
      case F16 -> Float.float16ToFloat(buffer.getShort());
      case BF16 -> Float.intBitsToFloat(buffer.getShort() << 16);
      case F32 -> buffer.getFloat();
      case I32 -> buffer.getInt();
      default -> throw new IllegalArgumentException("no rule of another tool for " + dtype);
    };
  }

  private boolean isClose(double expected, double found, Dtype dtype) {
    if (Double.isNaN(expected) || Double.isNaN(found)) {
      return this != TORCH && Double.isNaN(expected) && Double.isNaN(found);
    }
    if (Double.isInfinite(expected) || Double.isInfinite(found)) {
      return expected == found;
    }
    return Math.abs(found - expected) <= absolute(dtype) + relative(dtype) * Math.abs(expected);
  }

  private double relative(Dtype dtype) {
    return switch (dtype) {
      case F16 -> 1e-3;
      case BF16 -> this == TORCH ? 1.6e-2 : this == JAX ? 1e-2 : 1e-3;
      case F32 -> this == TORCH ? 1.3e-6 : 1e-6;
      default -> 0;
    };
  }

  private double absolute(Dtype dtype) {
    return switch (this) {
      case PER_ELEMENT -> 0;
      case TORCH -> dtype.isFloating() ? 1e-5 : 0;
      case JAX -> relative(dtype);
    };
  }
}

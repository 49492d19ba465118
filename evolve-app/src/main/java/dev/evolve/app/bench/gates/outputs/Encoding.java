package dev.evolve.app.bench.gates.outputs;

import dev.evolve.pack.BenchPack.Output.Dtype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers as the bytes of an element type, little endian. */
final class Encoding {

  private Encoding() {}

  static float rounded(float value, Dtype dtype) {
    return switch (dtype) {
      case F16 -> Float.float16ToFloat(Float.floatToFloat16(value));
      case BF16 -> Float.intBitsToFloat(bits(value) << 16);
      default -> value;
    };
  }

  /** The upper half of a float, rounded to nearest even; NaN and infinities stay what they are. */
  private static int bits(float value) {
    int raw = Float.floatToRawIntBits(value);
    boolean special = Float.isNaN(value) || Float.isInfinite(value);
    return special ? raw >>> 16 : (raw + 0x7fff + ((raw >>> 16) & 1)) >>> 16;
  }

  static byte[] bytes(float[] values, Dtype dtype) {
    ByteBuffer buffer = buffer(values.length * dtype.width());
    for (float value : values) {
      switch (dtype) {
        case F16 -> buffer.putShort(Float.floatToFloat16(value));
        case BF16 -> buffer.putShort((short) bits(value));
        case F32 -> buffer.putFloat(value);
        case I32 -> buffer.putInt((int) value);
        default -> throw new IllegalArgumentException("no bench of " + dtype);
      }
    }
    return buffer.array();
  }

  static byte[] doubles(double[] values) {
    ByteBuffer buffer = buffer(values.length * Double.BYTES);
    for (double value : values) {
      buffer.putDouble(value);
    }
    return buffer.array();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}

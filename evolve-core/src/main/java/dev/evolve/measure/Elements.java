package dev.evolve.measure;

import dev.evolve.pack.BenchPack.Output.Dtype;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The elements of two output files, pair by pair, without holding either in memory. */
final class Elements {

  private static final int PAIRS = 8 * 1024;

  private Elements() {}

  /** Told of every pair of elements. */
  interface Visitor {
    void pair(double left, double right);
  }

  /** Visits the pairs of two files of equally many elements. */
  static void visit(Path left, Dtype leftType, Path right, Dtype rightType, Visitor visitor)
      throws IOException {
    try (InputStream of = new BufferedInputStream(Files.newInputStream(left));
        InputStream with = new BufferedInputStream(Files.newInputStream(right))) {
      while (true) {
        ByteBuffer one = next(of, leftType);
        ByteBuffer other = next(with, rightType);
        if (one.remaining() < leftType.width() || other.remaining() < rightType.width()) {
          return;
        }
        while (one.hasRemaining() && other.hasRemaining()) {
          visitor.pair(element(one, leftType), element(other, rightType));
        }
      }
    }
  }

  private static ByteBuffer next(InputStream stream, Dtype type) throws IOException {
    return ByteBuffer.wrap(stream.readNBytes(PAIRS * type.width())).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static double element(ByteBuffer buffer, Dtype type) {
    return switch (type) {
      case F16 -> Float.float16ToFloat(buffer.getShort());
      case BF16 -> Float.intBitsToFloat(buffer.getShort() << 16);
      case F32 -> buffer.getFloat();
      case F64 -> buffer.getDouble();
      case I8 -> buffer.get();
      case U8, BYTES -> buffer.get() & 0xff;
      case I32 -> buffer.getInt();
      case I64 -> buffer.getLong();
    };
  }

  /** A number as a type of floating point keeps it, rounded to nearest, ties to even. */
  static double rounded(double value, Dtype type) {
    return switch (type) {
      case F16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
      case BF16 -> bfloat((float) value);
      case F32 -> (float) value;
      case F64, I8, U8, I32, I64, BYTES -> value;
    };
  }

  private static double bfloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    boolean special = Float.isNaN(value) || Float.isInfinite(value);
    int rounded = special ? bits : bits + 0x7fff + ((bits >>> 16) & 1);
    return Float.intBitsToFloat(rounded & 0xffff0000);
  }
}

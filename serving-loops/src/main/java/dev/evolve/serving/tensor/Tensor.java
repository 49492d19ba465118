package dev.evolve.serving.tensor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A row-major matrix of floats that never changes. Equality is by bits, so that two tensors are
 * equal exactly when their bytes are.
 */
public final class Tensor {

  private final int rows;
  private final int columns;
  private final float[] values;

  private Tensor(int rows, int columns, float[] values) {
    if (rows < 1 || columns < 1 || values.length != Math.multiplyExact(rows, columns)) {
      throw new IllegalArgumentException(
          "a tensor of "
              + rows
              + " x "
              + columns
              + " needs as many values, at least one; found "
              + values.length);
    }
    this.rows = rows;
    this.columns = columns;
    this.values = values;
  }

  /**
   * A tensor that holds a copy of {@code values}.
   *
   * @throws IllegalArgumentException if there are not exactly rows times columns of them
   */
  public static Tensor of(int rows, int columns, float... values) {
    return new Tensor(rows, columns, values.clone());
  }

  /**
   * Reads what {@link #base64} wrote.
   *
   * @throws IllegalArgumentException if the text is not base64 of that many floats
   */
  public static Tensor fromBase64(int rows, int columns, String text) {
    byte[] bytes = Base64.getDecoder().decode(text);
    if (bytes.length != 4L * rows * columns) {
      throw new IllegalArgumentException(
          "a tensor of " + rows + " x " + columns + " has 4 bytes a value; found " + bytes.length);
    }
    float[] values = new float[rows * columns];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return new Tensor(rows, columns, values);
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /** Values in a row. */
  public int columns() {
    return columns;
  }

  /** Number of values. */
  public int size() {
    return values.length;
  }

  /** The value at an index in row-major order. */
  public float at(int index) {
    return values[index];
  }

  /** A copy of all values, row by row. */
  public float[] toArray() {
    return values.clone();
  }

  /** Bytes that the values take. */
  public long bytes() {
    return 4L * values.length;
  }

  /** The values as little-endian floats in base64. */
  public String base64() {
    return Base64.getEncoder().encodeToString(littleEndian());
  }

  /** SHA-256 of the little-endian values, in hex. */
  public String digest() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(littleEndian()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * How far this tensor is from a reference: the sum of absolute differences over the sum of
   * absolute values of the reference; 0 for equal tensors.
   *
   * @throws IllegalArgumentException if the shapes differ
   */
  public double relativeDistance(Tensor reference) {
    requireSameShape(reference);
    double difference = 0;
    double size = 0;
    for (int i = 0; i < values.length; i++) {
      difference += Math.abs((double) values[i] - reference.values[i]);
      size += Math.abs((double) reference.values[i]);
    }
    return difference == 0 ? 0 : difference / size;
  }

  /** This tensor combined with another of its shape, value by value. */
  public Tensor combine(Tensor other, Combination combination) {
    requireSameShape(other);
    float[] combined = new float[values.length];
    for (int i = 0; i < combined.length; i++) {
      combined[i] = combination.of(values[i], other.values[i]);
    }
    return new Tensor(rows, columns, combined);
  }

  private void requireSameShape(Tensor other) {
    if (rows != other.rows || columns != other.columns) {
      throw new IllegalArgumentException(
          "tensors of one shape are needed; found " + this + " and " + other);
    }
  }

  private byte[] littleEndian() {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return bytes.array();
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Tensor that
            && rows == that.rows
            && columns == that.columns
            && Arrays.equals(values, that.values));
  }

  @Override
  public int hashCode() {
    return 31 * rows + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "tensor of " + rows + " x " + columns;
  }

  /** Makes one value of two. */
  @FunctionalInterface
  public interface Combination {
    /** The combined value. */
    float of(float mine, float others);
  }
}

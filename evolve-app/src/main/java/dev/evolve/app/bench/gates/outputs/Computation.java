package dev.evolve.app.bench.gates.outputs;

import dev.evolve.pack.BenchPack.Output.Dtype;
import java.util.Arrays;
import java.util.List;

/**
 * A small kernel computed for real: in single precision with a given order of its sums, and in
 * double precision.
 */
public enum Computation {
  /** Product of two matrices of zero mean. */
  PRODUCT,
  /** Product of two matrices without negative elements. */
  POSITIVE_PRODUCT,
  /** Causal attention of one head. */
  ATTENTION,
  /** Softmax of every row. */
  SOFTMAX,
  /** Sum of every row. */
  ROW_SUMS;

  /**
   * How a computation is carried out; faults change it.
   *
   * @param order of the sums
   * @param depth how much of the inner dimension is summed
   * @param mask how many keys after its own a query may see; 0 is right
   * @param isScaled whether scores are divided by the root of the depth
   * @param isShifted whether the largest score is taken off before the exponential
   * @param exponentBits precision of the exponential; 24 is right
   */
  public record Way(
      SumOrder order, int depth, int mask, boolean isScaled, boolean isShifted, int exponentBits) {

    /** The right way. */
    public static Way of(SumOrder order, Shape shape) {
      return new Way(order, shape.depth(), 0, true, true, 24);
    }
  }

  /**
   * Sizes of a computation.
   *
   * @param rows of the output
   * @param columns of the output; 1 for row sums
   * @param depth length of its sums
   */
  public record Shape(int rows, int columns, int depth) {}

  /** The sizes that this is computed at. */
  List<Shape> shapes() {
    return switch (this) {
      case PRODUCT, POSITIVE_PRODUCT ->
          List.of(
              new Shape(48, 48, 64),
              new Shape(37, 29, 257),
              new Shape(48, 48, 1024),
              new Shape(32, 32, 4096));
      case ATTENTION -> List.of(new Shape(64, 32, 32), new Shape(97, 64, 64));
      case SOFTMAX -> List.of(new Shape(32, 64, 64), new Shape(24, 1000, 1000));
      case ROW_SUMS -> List.of(new Shape(64, 1, 256), new Shape(48, 1, 4096));
    };
  }

  /** The output, rounded to single precision only. */
  float[] compute(Shape shape, Inputs inputs, Way way) {
    return switch (this) {
      case PRODUCT, POSITIVE_PRODUCT -> product(shape, inputs, way);
      case ATTENTION -> attention(shape, inputs, way);
      case SOFTMAX -> softmaxes(shape, inputs, way);
      case ROW_SUMS -> sums(shape, inputs, way);
    };
  }

  /** The right output in double precision. */
  double[] reference(Shape shape, Inputs inputs) {
    return switch (this) {
      case PRODUCT, POSITIVE_PRODUCT -> exactProduct(shape, inputs);
      case ATTENTION -> exactAttention(shape, inputs);
      case SOFTMAX -> exactSoftmaxes(shape, inputs);
      case ROW_SUMS -> exactSums(shape, inputs);
    };
  }

  private static float[] product(Shape shape, Inputs inputs, Way way) {
    float[] found = new float[shape.rows() * shape.columns()];
    for (int i = 0; i < shape.rows(); i++) {
      for (int j = 0; j < shape.columns(); j++) {
        found[i * shape.columns() + j] =
            way.order()
                .dot(inputs.a(), i * shape.depth(), inputs.b(), j * shape.depth(), way.depth());
      }
    }
    return found;
  }

  private static double[] exactProduct(Shape shape, Inputs inputs) {
    double[] found = new double[shape.rows() * shape.columns()];
    for (int at = 0; at < found.length; at++) {
      found[at] =
          exactDot(
              inputs.a(),
              at / shape.columns() * shape.depth(),
              inputs.b(),
              at % shape.columns() * shape.depth(),
              shape.depth());
    }
    return found;
  }

  private static double exactDot(float[] a, int aAt, float[] b, int bAt, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += (double) a[aAt + i] * b[bAt + i];
    }
    return sum;
  }

  /** Queries, keys and values have as many rows; the values are kept by column. */
  private static float[] attention(Shape shape, Inputs inputs, Way way) {
    int rows = shape.rows();
    int width = shape.columns();
    float[] found = new float[rows * width];
    for (int i = 0; i < rows; i++) {
      int seen = Math.min(rows, i + 1 + way.mask());
      float[] scores = new float[seen];
      for (int j = 0; j < seen; j++) {
        float dot = way.order().dot(inputs.a(), i * width, inputs.b(), j * width, way.depth());
        scores[j] = way.isScaled() ? dot / (float) Math.sqrt(width) : dot;
      }
      softmax(scores, seen, way);
      for (int column = 0; column < width; column++) {
        found[i * width + column] = way.order().dot(scores, 0, inputs.c(), column * rows, seen);
      }
    }
    return found;
  }

  private static double[] exactAttention(Shape shape, Inputs inputs) {
    int rows = shape.rows();
    int width = shape.columns();
    double[] found = new double[rows * width];
    for (int i = 0; i < rows; i++) {
      double[] scores = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        scores[j] =
            exactDot(inputs.a(), i * width, inputs.b(), j * width, width) / Math.sqrt(width);
      }
      exactSoftmax(scores);
      for (int column = 0; column < width; column++) {
        double sum = 0;
        for (int j = 0; j <= i; j++) {
          sum += scores[j] * inputs.c()[column * rows + j];
        }
        found[i * width + column] = sum;
      }
    }
    return found;
  }

  private static float[] softmaxes(Shape shape, Inputs inputs, Way way) {
    float[] found = new float[shape.rows() * shape.columns()];
    for (int row = 0; row < shape.rows(); row++) {
      int from = row * shape.columns();
      float[] scores = Arrays.copyOfRange(inputs.a(), from, from + shape.columns());
      softmax(scores, way.depth(), way);
      System.arraycopy(scores, 0, found, from, shape.columns());
    }
    return found;
  }

  /** Only the first of the exponentials are summed where a block is missing. */
  private static void softmax(float[] scores, int summed, Way way) {
    float largest = 0;
    if (way.isShifted()) {
      largest = Float.NEGATIVE_INFINITY;
      for (float score : scores) {
        largest = Math.max(largest, score);
      }
    }
    for (int i = 0; i < scores.length; i++) {
      scores[i] = shortened((float) Math.exp(scores[i] - largest), way.exponentBits());
    }
    float[] ones = new float[scores.length];
    Arrays.fill(ones, 1);
    float sum = way.order().dot(scores, 0, ones, 0, summed);
    for (int i = 0; i < scores.length; i++) {
      scores[i] /= sum;
    }
  }

  private static float shortened(float value, int bits) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(value) & -(1 << (24 - bits)));
  }

  private static double[] exactSoftmaxes(Shape shape, Inputs inputs) {
    double[] found = new double[shape.rows() * shape.columns()];
    for (int row = 0; row < shape.rows(); row++) {
      double[] scores = new double[shape.columns()];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = inputs.a()[row * shape.columns() + i];
      }
      exactSoftmax(scores);
      System.arraycopy(scores, 0, found, row * shape.columns(), scores.length);
    }
    return found;
  }

  private static void exactSoftmax(double[] scores) {
    double largest = Arrays.stream(scores).max().orElse(0);
    double sum = 0;
    for (int i = 0; i < scores.length; i++) {
      scores[i] = Math.exp(scores[i] - largest);
      sum += scores[i];
    }
    for (int i = 0; i < scores.length; i++) {
      scores[i] /= sum;
    }
  }

  private static float[] sums(Shape shape, Inputs inputs, Way way) {
    float[] found = new float[shape.rows()];
    for (int row = 0; row < shape.rows(); row++) {
      found[row] = way.order().dot(inputs.a(), row * shape.depth(), inputs.b(), 0, way.depth());
    }
    return found;
  }

  private static double[] exactSums(Shape shape, Inputs inputs) {
    double[] found = new double[shape.rows()];
    for (int row = 0; row < shape.rows(); row++) {
      found[row] = exactDot(inputs.a(), row * shape.depth(), inputs.b(), 0, shape.depth());
    }
    return found;
  }

  /** Inputs of a computation as an element type holds them. */
  Inputs inputs(Shape shape, Inputs.Kind kind, Dtype dtype, long seed) {
    int rows = shape.rows();
    int columns = shape.columns();
    int depth = shape.depth();
    return switch (this) {
      case PRODUCT -> Inputs.draw(rows * depth, columns * depth, 1, kind, dtype, seed);
      case POSITIVE_PRODUCT ->
          Inputs.draw(rows * depth, columns * depth, 1, kind, dtype, seed).positive();
      case ATTENTION ->
          Inputs.draw(rows * columns, rows * columns, rows * columns, kind, dtype, seed);
      case SOFTMAX -> Inputs.draw(rows * columns, 1, 1, kind, dtype, seed);
      case ROW_SUMS -> Inputs.draw(rows * depth, depth, 1, kind, dtype, seed).summing();
    };
  }
}

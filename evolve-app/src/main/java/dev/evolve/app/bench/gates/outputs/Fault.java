package dev.evolve.app.bench.gates.outputs;

import dev.evolve.app.bench.gates.outputs.Computation.Shape;
import dev.evolve.app.bench.gates.outputs.Computation.Way;
import dev.evolve.pack.BenchPack.Output.Dtype;
import java.util.Arrays;

/** What goes wrong in a kernel, seeded into one that computes for real. */
public enum Fault {
  WRONG_SEED("wrong seed"),
  STALE_CACHE("stale cache: the baseline's kernel"),
  STALE_OUTPUT("output of the run before"),
  DROPPED_MASK("dropped mask"),
  MASK_OFF_BY_ONE("mask off by one"),
  FORGOTTEN_SCALE("forgotten scale"),
  NARROW_ACCUMULATION("16-bit accumulation"),
  NARROW_OPERANDS("operands cut to bf16"),
  COARSE_EXPONENTIAL("coarse exponential"),
  OFF_BY_ONE_ROW("off-by-one row"),
  MISSING_LAST_BLOCK("missing last block"),
  MISSING_LAST_TERM("missing last term"),
  SWAPPED_OPERANDS("swapped operands"),
  TRANSPOSED_TILE("transposed tile"),
  UNINITIALISED_TAIL("uninitialised tail"),
  LAST_ELEMENT_UNWRITTEN("last element not written"),
  ONE_WRONG_ELEMENT("one element wrong by a quarter"),
  TRUNCATED("truncated, not rounded"),
  ALL_ZERO("all zero"),
  ROW_OF_NAN("row of NaN"),
  NAN_SWALLOWED("NaN swallowed", Inputs.Kind.WITH_NAN),
  INFINITY_CLAMPED("infinity clamped", Inputs.Kind.WITH_INFINITIES),
  INFINITY_OF_OTHER_SIGN("infinity of the other sign", Inputs.Kind.WITH_INFINITIES),
  SUBNORMALS_FLUSHED("subnormals flushed", Inputs.Kind.TINY),
  UNSHIFTED_EXPONENTIAL("exponential without shift", Inputs.Kind.LARGE),
  WRONG_TYPE("wrong element type"),
  WRONG_SIZE("wrong size"),
  EMPTY("empty output"),
  UNORDERED_ATOMICS("unordered atomics"),
  INTEGER_OFF_BY_ONE("integer off by one");

  private static final int TILE = 16;

  private final String title;
  private final Inputs.Kind kind;

  Fault(String title) {
    this(title, Inputs.Kind.NORMAL);
  }

  Fault(String title, Inputs.Kind kind) {
    this.title = title;
    this.kind = kind;
  }

  /** For people. */
  public String title() {
    return title;
  }

  /** The inputs that show it. */
  public Inputs.Kind kind() {
    return kind;
  }

  /** True if it can be seeded there, and would change the result. */
  public boolean applies(OutputCase of) {
    Computation computation = of.computation();
    Shape shape = of.shape();
    boolean isProduct =
        computation == Computation.PRODUCT || computation == Computation.POSITIVE_PRODUCT;
    boolean isAttention = computation == Computation.ATTENTION;
    boolean isSoftmax = computation == Computation.SOFTMAX;
    return switch (this) {
      case DROPPED_MASK, MASK_OFF_BY_ONE, FORGOTTEN_SCALE -> isAttention;
      case COARSE_EXPONENTIAL -> (isAttention || isSoftmax) && of.dtype() == Dtype.F32;
      case NARROW_OPERANDS -> of.dtype() == Dtype.F32;
      case TRUNCATED -> of.dtype() != Dtype.F32;
      case UNSHIFTED_EXPONENTIAL -> isSoftmax || isAttention;
      case INFINITY_CLAMPED, INFINITY_OF_OTHER_SIGN, SUBNORMALS_FLUSHED ->
          !isAttention && !isSoftmax;
      case MISSING_LAST_TERM -> !isAttention && !isSoftmax;
      case SWAPPED_OPERANDS -> isAttention || isProduct && shape.rows() == shape.columns();
      case TRANSPOSED_TILE -> shape.rows() >= TILE && shape.columns() >= TILE;
      case INTEGER_OFF_BY_ONE -> of.dtype() == Dtype.F32;
      default -> true;
    };
  }

  /** Element type of the output. */
  public Dtype type(OutputCase of) {
    return this == INTEGER_OFF_BY_ONE ? Dtype.I32 : of.dtype();
  }

  /** The output of the baseline. */
  public byte[] baseline(OutputCase of, long seed, SumOrder order) {
    return this == INTEGER_OFF_BY_ONE
        ? Encoding.bytes(quantised(of, seed, order), Dtype.I32)
        : of.right(kind, seed, order);
  }

  private float[] quantised(OutputCase of, long seed, SumOrder order) {
    float[] found = of.compute(of.inputs(kind, seed), Way.of(order, of.shape()));
    for (int i = 0; i < found.length; i++) {
      found[i] *= 64;
    }
    return found;
  }

  /** The output of the faulty kernel. */
  public byte[] output(OutputCase of, long seed, SumOrder order) {
    Way way = Way.of(order, of.shape());
    Inputs inputs = of.inputs(kind, seed);
    return switch (this) {
      case WRONG_SEED -> of.right(kind, ~seed, order);
      case STALE_OUTPUT -> of.right(kind, seed - 1, order);
      case NAN_SWALLOWED -> of.encode(of.compute(inputs.swallowingNaN(), way));
      case NARROW_OPERANDS -> of.encode(of.compute(inputs.narrowed(), way));
      case SWAPPED_OPERANDS ->
          of.encode(of.compute(new Inputs(inputs.b(), inputs.a(), inputs.c()), way));
      case WRONG_TYPE -> Encoding.bytes(of.compute(inputs, way), other(of.dtype()));
      case WRONG_SIZE -> {
        byte[] right = of.encode(of.compute(inputs, way));
        yield Arrays.copyOf(right, right.length - of.dtype().width());
      }
      case EMPTY -> new byte[0];
      case INTEGER_OFF_BY_ONE -> {
        float[] values = quantised(of, seed, order);
        values[values.length / 2] += 1;
        yield Encoding.bytes(values, Dtype.I32);
      }
      default -> of.encode(changed(of, of.compute(inputs, way(of, way)), seed, order));
    };
  }

  private static Dtype other(Dtype dtype) {
    return switch (dtype) {
      case F16 -> Dtype.BF16;
      case BF16 -> Dtype.F16;
      default -> Dtype.I32;
    };
  }

  private Way way(OutputCase of, Way right) {
    int depth = of.shape().depth();
    return switch (this) {
      case DROPPED_MASK -> new Way(right.order(), depth, of.shape().rows(), true, true, 24);
      case MASK_OFF_BY_ONE -> new Way(right.order(), depth, 1, true, true, 24);
      case FORGOTTEN_SCALE -> new Way(right.order(), depth, 0, false, true, 24);
      case UNSHIFTED_EXPONENTIAL -> new Way(right.order(), depth, 0, true, false, 24);
      case COARSE_EXPONENTIAL -> new Way(right.order(), depth, 0, true, true, 12);
      case MISSING_LAST_BLOCK -> new Way(right.order(), depth - depth / 8, 0, true, true, 24);
      case MISSING_LAST_TERM -> new Way(right.order(), depth - 1, 0, true, true, 24);
      case NARROW_ACCUMULATION ->
          new Way(
              of.dtype() == Dtype.BF16 ? SumOrder.BRAIN_PRECISION : SumOrder.HALF_PRECISION,
              depth,
              0,
              true,
              true,
              24);
      default -> right;
    };
  }

  private float[] changed(OutputCase of, float[] found, long seed, SumOrder order) {
    int columns = of.shape().columns();
    int last = found.length - 1;
    switch (this) {
      case OFF_BY_ONE_ROW -> System.arraycopy(found, columns, found, 0, found.length - columns);
      case TRANSPOSED_TILE -> transpose(found, columns);
      case UNINITIALISED_TAIL -> {
        float[] before = of.compute(of.inputs(kind, ~seed), Way.of(order, of.shape()));
        System.arraycopy(before, last - 4, found, last - 4, 5);
      }
      case LAST_ELEMENT_UNWRITTEN -> found[last] = 0;
      case ONE_WRONG_ELEMENT -> found[last / 2] += rootMeanSquare(found) / 4;
      case ALL_ZERO -> Arrays.fill(found, 0);
      case ROW_OF_NAN -> Arrays.fill(found, 0, columns, Float.NaN);
      default -> each(of, found);
    }
    return found;
  }

  private void each(OutputCase of, float[] found) {
    for (int i = 0; i < found.length; i++) {
      found[i] =
          switch (this) {
            case INFINITY_CLAMPED -> clamped(found[i], of.dtype());
            case INFINITY_OF_OTHER_SIGN -> Float.isInfinite(found[i]) ? -found[i] : found[i];
            case SUBNORMALS_FLUSHED ->
                Math.abs(found[i]) < smallestNormal(of.dtype()) ? 0 : found[i];
            case TRUNCATED -> truncated(found[i], of.dtype());
            default -> found[i];
          };
    }
  }

  private static float clamped(float value, Dtype dtype) {
    float largest =
        dtype == Dtype.F16 ? 65504 : dtype == Dtype.BF16 ? 0x1.fep127f : Float.MAX_VALUE;
    return Float.isNaN(value) ? value : Math.clamp(value, -largest, largest);
  }

  private static double smallestNormal(Dtype dtype) {
    return dtype == Dtype.F16 ? 0x1p-14 : Float.MIN_NORMAL;
  }

  private static float truncated(float value, Dtype dtype) {
    int bits = dtype == Dtype.F16 ? 13 : 16;
    return Float.intBitsToFloat(Float.floatToRawIntBits(value) & -(1 << bits));
  }

  private static void transpose(float[] found, int columns) {
    for (int i = 0; i < TILE; i++) {
      for (int j = 0; j < i; j++) {
        float kept = found[i * columns + j];
        found[i * columns + j] = found[j * columns + i];
        found[j * columns + i] = kept;
      }
    }
  }

  private static float rootMeanSquare(float[] values) {
    double sum = 0;
    for (float value : values) {
      sum += (double) value * value;
    }
    return (float) Math.sqrt(sum / values.length);
  }
}

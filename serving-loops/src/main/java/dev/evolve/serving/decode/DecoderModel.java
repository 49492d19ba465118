package dev.evolve.serving.decode;

import dev.evolve.loop.ModelRef;
import dev.evolve.serving.kernel.NativeFloats;
import dev.evolve.serving.kernel.PackedMatrix;
import dev.evolve.serving.kernel.RotaryAngles;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A decoder-only transformer (pre-norm, rotary positions, gated SiLU; the form of LLaMA, Touvron et
 * al. 2023) whose weights are drawn from a seed: nothing is downloaded, and equal seeds give equal
 * bits on every machine. A bias of the output keeps it to printable characters, so that what it
 * says can be shown, and lets a text end once in a while.
 *
 * <p>Immutable; its memory is freed when nothing refers to it any more.
 */
public final class DecoderModel {

  /** Columns of the output matrix: the vocabulary, padded for the kernels. */
  static final int LOGITS = 272;

  /** Keeps a layer from drowning its input, so that a text is repetitive enough to be drafted. */
  private static final float BRANCH_GAIN = 0.25f;

  private static final float OUTPUT_GAIN = 3.0f;
  private static final Pattern VERSION = Pattern.compile("seed-(-?[0-9]{1,18})-");
  private static final float UNPRINTABLE_BIAS = -12;
  private static final float END_BIAS = -2;

  private final ModelRef reference;
  private final DecoderShape shape;
  private final MemorySegment embedding;
  private final List<Layer> layers = new ArrayList<>();
  private final MemorySegment norm;
  private final PackedMatrix output;
  private final MemorySegment outputBias;
  private final RotaryAngles angles;

  private DecoderModel(String id, DecoderShape shape, long seed) {
    Arena arena = Arena.ofAuto();
    this.reference = new ModelRef(id, version(shape, seed));
    this.shape = shape;
    Draw draw = new Draw(arena, new SplittableRandom(seed));
    int width = shape.width();
    this.embedding = draw.rows(ByteVocabulary.SIZE, width, 1);
    for (int i = 0; i < shape.layers(); i++) {
      layers.add(Layer.of(draw, shape));
    }
    this.norm = draw.ones(width);
    this.output = draw.matrix(width, LOGITS, OUTPUT_GAIN / (float) Math.sqrt(width));
    this.outputBias = outputBias(arena);
    this.angles = RotaryAngles.of(arena, shape.context(), shape.headDim());
  }

  /** The model of a shape that a seed gives. */
  public static DecoderModel seeded(String id, DecoderShape shape, long seed) {
    return new DecoderModel(id, shape, seed);
  }

  /**
   * The model of this name and shape that a version names.
   *
   * @throws IllegalArgumentException if it names none of this shape
   */
  public DecoderModel withVersion(String version) {
    Matcher seed = VERSION.matcher(version);
    if (seed.lookingAt()) {
      long number = Long.parseLong(seed.group(1));
      if (version.equals(version(shape, number))) {
        return new DecoderModel(reference.id(), shape, number);
      }
    }
    throw new IllegalArgumentException(
        "weights of "
            + reference.id()
            + " are named like "
            + reference.version()
            + ", with another seed, not "
            + version);
  }

  private static String version(DecoderShape shape, long seed) {
    return "seed-%d-%dx%dx%dx%dx%d"
        .formatted(
            seed, shape.layers(), shape.heads(), shape.keyHeads(), shape.headDim(), shape.hidden());
  }

  private static MemorySegment outputBias(Arena arena) {
    float[] bias = new float[LOGITS];
    for (int token = 0; token < LOGITS; token++) {
      bias[token] = bias(token);
    }
    return NativeFloats.of(arena, bias);
  }

  private static float bias(int token) {
    if (token == ByteVocabulary.END) {
      return END_BIAS;
    }
    if (token >= ByteVocabulary.BEGIN) {
      return Float.NEGATIVE_INFINITY;
    }
    return token >= ' ' && token <= '~' || token == '\n' ? 0 : UNPRINTABLE_BIAS;
  }

  /** Name and version of the weights; the version names the seed and the shape. */
  public ModelRef reference() {
    return reference;
  }

  /** Its extents. */
  public DecoderShape shape() {
    return shape;
  }

  MemorySegment embedding() {
    return embedding;
  }

  List<Layer> layers() {
    return layers;
  }

  MemorySegment norm() {
    return norm;
  }

  PackedMatrix output() {
    return output;
  }

  MemorySegment outputBias() {
    return outputBias;
  }

  RotaryAngles angles() {
    return angles;
  }

  /** Weights of one layer; matrices are [in][out]. */
  record Layer(
      MemorySegment attentionNorm,
      PackedMatrix query,
      PackedMatrix key,
      PackedMatrix value,
      PackedMatrix attended,
      MemorySegment hiddenNorm,
      PackedMatrix gate,
      PackedMatrix up,
      PackedMatrix down) {

    static Layer of(Draw draw, DecoderShape shape) {
      int width = shape.width();
      int hidden = shape.hidden();
      float in = 1 / (float) Math.sqrt(width);
      return new Layer(
          draw.ones(width),
          draw.matrix(width, width, 2 * in),
          draw.matrix(width, shape.keyWidth(), 2 * in),
          draw.matrix(width, shape.keyWidth(), in),
          draw.matrix(width, width, BRANCH_GAIN * in),
          draw.ones(width),
          draw.matrix(width, hidden, in),
          draw.matrix(width, hidden, in),
          draw.matrix(hidden, width, BRANCH_GAIN / (float) Math.sqrt(hidden)));
    }
  }

  /** Draws weights, uniform with a given standard deviation. */
  private record Draw(Arena arena, SplittableRandom random) {

    PackedMatrix matrix(int rows, int columns, float deviation) {
      try (Arena working = Arena.ofConfined()) {
        MemorySegment drawn = new Draw(working, random).rows(rows, columns, deviation);
        return PackedMatrix.of(arena, drawn, rows, columns);
      }
    }

    MemorySegment rows(int rows, int columns, float deviation) {
      float reach = deviation * (float) Math.sqrt(3);
      float[] values = new float[rows * columns];
      for (int i = 0; i < values.length; i++) {
        values[i] = ((random.nextInt() >> 8) / (float) (1 << 23)) * reach;
      }
      return NativeFloats.of(arena, values);
    }

    MemorySegment ones(int count) {
      MemorySegment ones = NativeFloats.allocate(arena, count);
      for (int i = 0; i < count; i++) {
        ones.setAtIndex(ValueLayout.JAVA_FLOAT, i, 1);
      }
      return ones;
    }
  }
}

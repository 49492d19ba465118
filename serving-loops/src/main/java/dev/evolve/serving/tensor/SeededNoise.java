package dev.evolve.serving.tensor;

/**
 * Numbers that follow from a seed and a stream alone: the same on every machine, in any order of
 * calls. Uniform bits come from SplitMix64 (Steele, Lea, Flood 2014) as a counter-based generator,
 * normal values from them by the Box-Muller transform in {@link StrictMath}.
 */
public final class SeededNoise {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private SeededNoise() {}

  /** Independent standard normal values. */
  public static Tensor normal(long seed, long stream, int rows, int columns) {
    float[] values = new float[Math.multiplyExact(rows, columns)];
    long base = mix(mix(seed) + GOLDEN_GAMMA * mix(stream));
    for (int i = 0; i < values.length; i += 2) {
      double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform(base, i)));
      double angle = 2 * Math.PI * uniform(base, i + 1L);
      values[i] = (float) (radius * StrictMath.cos(angle));
      if (i + 1 < values.length) {
        values[i + 1] = (float) (radius * StrictMath.sin(angle));
      }
    }
    return Tensor.of(rows, columns, values);
  }

  /** A seed that follows from text: 64-bit FNV-1a over its UTF-16 units, then mixed. */
  public static long seedOf(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return mix(hash);
  }

  private static double uniform(long base, long counter) {
    return (mix(base + GOLDEN_GAMMA * (counter + 1)) >>> 11) * UNIT;
  }

  private static long mix(long bits) {
    long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}

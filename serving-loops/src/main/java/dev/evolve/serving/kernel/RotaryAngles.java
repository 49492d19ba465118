package dev.evolve.serving.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Cosines and sines of rotary position embedding (Su et al., RoFormer, 2021): pair {@code d} of
 * position {@code p} turns by {@code p · base^(-2d/headDim)}. Made with {@link StrictMath}, so that
 * every machine has the same bits.
 *
 * @param cosines {@code positions} rows of {@code headDim / 2}
 * @param sines as {@code cosines}
 * @param positions how many positions there are
 * @param headDim width of a head, even
 */
public record RotaryAngles(MemorySegment cosines, MemorySegment sines, int positions, int headDim) {

  private static final double BASE = 10_000;

  /** The table for positions 0 to {@code positions - 1}. */
  public static RotaryAngles of(Arena arena, int positions, int headDim) {
    KernelChecks.require(headDim > 0 && headDim % 2 == 0, "an even headDim", headDim);
    KernelChecks.require(positions > 0, "at least one position", positions);
    int half = headDim / 2;
    MemorySegment cosines = NativeFloats.allocate(arena, (long) positions * half);
    MemorySegment sines = NativeFloats.allocate(arena, (long) positions * half);
    for (int p = 0; p < positions; p++) {
      for (int d = 0; d < half; d++) {
        double angle = p * StrictMath.pow(BASE, -2.0 * d / headDim);
        long at = (long) p * half + d;
        cosines.setAtIndex(ValueLayout.JAVA_FLOAT, at, (float) StrictMath.cos(angle));
        sines.setAtIndex(ValueLayout.JAVA_FLOAT, at, (float) StrictMath.sin(angle));
      }
    }
    return new RotaryAngles(cosines, sines, positions, headDim);
  }
}

package dev.evolve.serving.video;

import dev.evolve.serving.kernel.NativeFloats;
import dev.evolve.serving.tensor.SeededNoise;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A weight matrix in native memory, row-major.
 *
 * @param values {@code inputs} rows of {@code outputs}
 * @param inputs rows
 * @param outputs columns
 */
record Matrix(MemorySegment values, int inputs, int outputs) {

  /**
   * Normal values of deviation {@code gain / sqrt(inputs)}, so that a row of unit variance comes
   * out with variance gain squared.
   *
   * @param name what tells this matrix from every other of its model and version
   */
  static Matrix seeded(String name, int inputs, int outputs, double gain) {
    float[] values = SeededNoise.normal(SeededNoise.seedOf(name), 0, inputs, outputs).toArray();
    float scale = (float) (gain / StrictMath.sqrt(inputs));
    for (int i = 0; i < values.length; i++) {
      values[i] *= scale;
    }
    return new Matrix(NativeFloats.of(Arena.ofAuto(), values), inputs, outputs);
  }
}

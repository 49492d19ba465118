package dev.evolve.serving.video;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.evolve.serving.kernel.NativeFloats;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Makes one vector of all that a forward is told beside its latent: noise level, prompt, guidance
 * strength and place in the clip.
 *
 * <p>Frequencies of the noise level are low, so that the random weights, which no training made
 * smooth, still give a field that changes gradually along the trajectory, as a trained one does.
 *
 * @param noise from features of the noise level
 * @param prompt from the prompt's embedding
 * @param place from features of the chunk's position
 * @param guidance direction of the guidance strength, one row
 * @param gate gate of the last layer
 * @param up values of the last layer
 */
record Conditioning(
    Matrix noise, Matrix prompt, Matrix place, Matrix guidance, Matrix gate, Matrix up) {

  static Conditioning seeded(String name, int dim) {
    return new Conditioning(
        Matrix.seeded(name + "/noise", dim, dim, 1),
        Matrix.seeded(name + "/prompt", dim, dim, 1),
        Matrix.seeded(name + "/place", dim, dim, 0.5),
        Matrix.seeded(name + "/guidance", 1, dim, 0.1),
        Matrix.seeded(name + "/gate", dim, dim, 1),
        Matrix.seeded(name + "/up", dim, dim, 1));
  }

  /** A row for each input. */
  MemorySegment of(Scratch scratch, List<ForwardInput> inputs) {
    int dim = noise.outputs();
    int rows = inputs.size();
    MemorySegment features = scratch.floats((long) rows * dim);
    MemorySegment prompts = scratch.floats((long) rows * dim);
    MemorySegment places = scratch.floats((long) rows * dim);
    for (int i = 0; i < rows; i++) {
      ForwardInput input = inputs.get(i);
      row(features, i, Sinusoids.of(input.sigma(), dim, 2, 16));
      row(places, i, Sinusoids.of(input.chunk(), dim, 1, 1000));
      Scratch.put(input.prompt(), prompts, (long) i * dim);
    }
    MemorySegment sum = scratch.times(features, noise, rows);
    scratch.add(scratch.times(prompts, prompt, rows), sum, rows * dim);
    scratch.add(scratch.times(places, place, rows), sum, rows * dim);
    for (int i = 0; i < rows; i++) {
      float scale = (float) inputs.get(i).scale();
      MemorySegment row = NativeFloats.slice(sum, (long) i * dim, dim);
      scratch.kernels().addScaled(guidance.values(), scale, row, dim);
    }
    return scratch.gated(sum, gate, up, rows);
  }

  private static void row(MemorySegment into, int row, float[] values) {
    MemorySegment.copy(
        values, 0, into, JAVA_FLOAT, (long) row * values.length * Float.BYTES, values.length);
  }
}

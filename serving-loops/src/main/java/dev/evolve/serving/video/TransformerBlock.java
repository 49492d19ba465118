package dev.evolve.serving.video;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A block of a diffusion transformer: attention and a gated feed-forward layer, each on rows that
 * are normalised, then scaled and shifted by what the condition says (Peebles and Xie 2023,
 * "adaLN").
 *
 * @param modulation from the condition to scale and shift of both layers
 * @param attention the first layer
 * @param gate gate of the second
 * @param up values of the second
 * @param down the second's way out
 */
record TransformerBlock(
    Matrix modulation, AttentionLayer attention, Matrix gate, Matrix up, Matrix down) {

  private static final int PARTS = 4;

  static TransformerBlock seeded(String name, VideoConfig config) {
    int dim = config.dim();
    return new TransformerBlock(
        Matrix.seeded(name + "/modulation", dim, PARTS * dim, 0.3),
        AttentionLayer.seeded(name + "/attention", dim, config.heads()),
        Matrix.seeded(name + "/gate", dim, config.hidden(), 1),
        Matrix.seeded(name + "/up", dim, config.hidden(), 1),
        Matrix.seeded(name + "/down", config.hidden(), dim, 0.5));
  }

  /**
   * Adds what the block computes to {@code h}, and gives the keys and values of each sequence.
   *
   * @param h a row a token
   * @param conditions a row a sequence
   */
  AttentionLayer.Attended apply(
      Scratch scratch,
      MemorySegment h,
      MemorySegment conditions,
      int tokens,
      List<List<AttentionLayer.KeysValues>> contexts) {
    int sequences = contexts.size();
    int rows = sequences * tokens;
    int dim = down.outputs();
    float[] modulations = scratch.times(conditions, modulation, sequences).toArray(JAVA_FLOAT);
    MemorySegment first = modulated(scratch, h, modulations, tokens, rows, 0);
    AttentionLayer.Attended attended = attention.apply(scratch, first, tokens, contexts);
    scratch.add(attended.output(), h, rows * dim);
    MemorySegment second = modulated(scratch, h, modulations, tokens, rows, 2 * dim);
    MemorySegment gated = scratch.gated(second, gate, up, rows);
    scratch.add(scratch.times(gated, down, rows), h, rows * dim);
    return attended;
  }

  private MemorySegment modulated(
      Scratch scratch, MemorySegment h, float[] modulations, int tokens, int rows, int part) {
    int dim = down.outputs();
    MemorySegment normal = scratch.normalised(h, rows, dim);
    for (int row = 0; row < rows; row++) {
      int from = row / tokens * PARTS * dim + part;
      for (int d = 0; d < dim; d++) {
        long at = (long) row * dim + d;
        float scaled = normal.getAtIndex(JAVA_FLOAT, at) * (1 + modulations[from + d]);
        normal.setAtIndex(JAVA_FLOAT, at, scaled + modulations[from + dim + d]);
      }
    }
    return normal;
  }

  /** The block's part of the sequences' contexts. */
  static List<List<AttentionLayer.KeysValues>> contexts(List<ForwardInput> inputs, int block) {
    List<List<AttentionLayer.KeysValues>> contexts = new ArrayList<>();
    for (ForwardInput input : inputs) {
      contexts.add(
          input.context().stream()
              .map(
                  slab ->
                      new AttentionLayer.KeysValues(
                          slab.keys().get(block), slab.values().get(block)))
              .toList());
    }
    return contexts;
  }
}

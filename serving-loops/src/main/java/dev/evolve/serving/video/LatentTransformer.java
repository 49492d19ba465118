package dev.evolve.serving.video;

import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.kernel.NativeFloats;
import dev.evolve.serving.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One expert: predicts the velocity of latents. A batch goes through each matrix in one product;
 * what a sequence gets does not depend on the others.
 *
 * <p>Blocks are the expensive part. Embedding the input and reading the velocity out are cheap, and
 * run as well where what the blocks add is taken from elsewhere.
 */
final class LatentTransformer {

  private final VideoConfig config;
  private final Matrix in;
  private final Matrix positions;
  private final Conditioning conditioning;
  private final List<TransformerBlock> blocks;
  private final Matrix out;

  /**
   * @param name what tells these weights from all others
   */
  LatentTransformer(String name, VideoConfig config) {
    this.config = config;
    this.in = Matrix.seeded(name + "/in", config.channels(), config.dim(), 1);
    this.positions = Matrix.seeded(name + "/positions", config.tokens(), config.dim(), 1);
    this.conditioning = Conditioning.seeded(name + "/condition", config.dim());
    this.blocks =
        IntStream.range(0, config.blocks())
            .mapToObj(block -> TransformerBlock.seeded(name + "/block" + block, config))
            .toList();
    this.out = Matrix.seeded(name + "/out", config.dim(), config.channels(), 1);
  }

  /** The whole forward of a batch. */
  List<ForwardOutput> forward(Scratch scratch, List<ForwardInput> inputs) {
    MemorySegment conditions = conditioning.of(scratch, inputs);
    MemorySegment embedded = embed(scratch, inputs, conditions);
    MemorySegment h = scratch.copyOf(embedded);
    List<AttentionLayer.Attended> attended = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      List<List<AttentionLayer.KeysValues>> contexts = TransformerBlock.contexts(inputs, i);
      attended.add(blocks.get(i).apply(scratch, h, conditions, config.tokens(), contexts));
    }
    return outputs(scratch, embedded, h, attended, inputs.size());
  }

  /** The cheap rest of a forward around a residual that is already known. */
  Tensor velocity(Kernels kernels, ForwardInput input, Tensor residual) {
    requireShape("residual", residual, config.dim());
    try (Arena arena = Arena.ofConfined()) {
      Scratch scratch = new Scratch(kernels, arena);
      List<ForwardInput> inputs = List.of(input);
      MemorySegment h = embed(scratch, inputs, conditioning.of(scratch, inputs));
      scratch.add(scratch.copyOf(residual.toArray()), h, residual.size());
      return Scratch.tensor(readOut(scratch, h, 1), 0, config.tokens(), config.channels());
    }
  }

  private MemorySegment embed(
      Scratch scratch, List<ForwardInput> inputs, MemorySegment conditions) {
    int tokens = config.tokens();
    int dim = config.dim();
    int rows = inputs.size() * tokens;
    MemorySegment latents = scratch.floats((long) rows * config.channels());
    for (int i = 0; i < inputs.size(); i++) {
      requireShape("latent", inputs.get(i).latent(), config.channels());
      Scratch.put(inputs.get(i).latent(), latents, (long) i * tokens * config.channels());
    }
    MemorySegment h = scratch.times(latents, in, rows);
    for (int row = 0; row < rows; row++) {
      MemorySegment into = NativeFloats.slice(h, (long) row * dim, dim);
      scratch.add(row(positions.values(), row % tokens), into, dim);
      scratch.add(row(conditions, row / tokens), into, dim);
    }
    return h;
  }

  private MemorySegment row(MemorySegment rows, int index) {
    return NativeFloats.slice(rows, (long) index * config.dim(), config.dim());
  }

  private MemorySegment readOut(Scratch scratch, MemorySegment h, int sequences) {
    int rows = sequences * config.tokens();
    return scratch.times(scratch.normalised(h, rows, config.dim()), out, rows);
  }

  private List<ForwardOutput> outputs(
      Scratch scratch,
      MemorySegment embedded,
      MemorySegment h,
      List<AttentionLayer.Attended> attended,
      int sequences) {
    int tokens = config.tokens();
    MemorySegment velocities = readOut(scratch, h, sequences);
    MemorySegment residuals = scratch.copyOf(h);
    scratch.kernels().addScaled(embedded, -1, residuals, sequences * tokens * config.dim());
    List<ForwardOutput> outputs = new ArrayList<>();
    for (int i = 0; i < sequences; i++) {
      int sequence = i;
      outputs.add(
          new ForwardOutput(
              Scratch.tensor(
                  velocities, (long) i * tokens * config.channels(), tokens, config.channels()),
              Scratch.tensor(residuals, (long) i * tokens * config.dim(), tokens, config.dim()),
              new Slab(
                  attended.stream().map(block -> block.keys().get(sequence)).toList(),
                  attended.stream().map(block -> block.values().get(sequence)).toList())));
    }
    return outputs;
  }

  private void requireShape(String what, Tensor tensor, int columns) {
    if (tensor.rows() != config.tokens() || tensor.columns() != columns) {
      throw new IllegalArgumentException(
          "a " + what + " of " + config.tokens() + " x " + columns + " is needed; found " + tensor);
    }
  }
}

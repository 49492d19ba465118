package dev.evolve.serving.video;

import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.kernel.NativeFloats;
import dev.evolve.serving.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns prompts into one row each: bytes are looked up, told their position, put through a gated
 * layer and averaged. The empty prompt is a single marker.
 */
final class PromptEncoder {

  private static final int SYMBOLS = 257;
  private static final int START = 256;

  private final int dim;
  private final Matrix table;
  private final Matrix gate;
  private final Matrix up;
  private final Matrix down;

  PromptEncoder(String name, VideoConfig config) {
    this.dim = config.dim();
    this.table = Matrix.seeded(name + "/table", SYMBOLS, dim, StrictMath.sqrt(SYMBOLS));
    this.gate = Matrix.seeded(name + "/gate", dim, config.hidden(), 1);
    this.up = Matrix.seeded(name + "/up", dim, config.hidden(), 1);
    this.down = Matrix.seeded(name + "/down", config.hidden(), dim, 1);
  }

  /** Rows that a prompt takes in the encoder. */
  static int rows(String prompt) {
    return 1 + prompt.getBytes(StandardCharsets.UTF_8).length;
  }

  List<Tensor> encode(Kernels kernels, List<String> prompts) {
    try (Arena arena = Arena.ofConfined()) {
      Scratch scratch = new Scratch(kernels, arena);
      int rows = prompts.stream().mapToInt(PromptEncoder::rows).sum();
      MemorySegment embedded = scratch.floats((long) rows * dim);
      int row = 0;
      for (String prompt : prompts) {
        row = embed(scratch, prompt, embedded, row);
      }
      MemorySegment encoded = scratch.times(scratch.gated(embedded, gate, up, rows), down, rows);
      return pooled(scratch, prompts, encoded);
    }
  }

  private int embed(Scratch scratch, String prompt, MemorySegment into, int firstRow) {
    byte[] bytes = prompt.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i <= bytes.length; i++) {
      int symbol = i == 0 ? START : Byte.toUnsignedInt(bytes[i - 1]);
      MemorySegment row = NativeFloats.slice(into, (long) (firstRow + i) * dim, dim);
      scratch.add(NativeFloats.slice(table.values(), (long) symbol * dim, dim), row, dim);
      scratch.add(scratch.copyOf(Sinusoids.of(i, dim, 1, 1000)), row, dim);
    }
    return firstRow + bytes.length + 1;
  }

  private List<Tensor> pooled(Scratch scratch, List<String> prompts, MemorySegment encoded) {
    List<Tensor> pooled = new ArrayList<>();
    long from = 0;
    for (String prompt : prompts) {
      int rows = rows(prompt);
      MemorySegment mean = scratch.floats(dim);
      for (int i = 0; i < rows; i++, from += dim) {
        MemorySegment row = NativeFloats.slice(encoded, from, dim);
        scratch.kernels().addScaled(row, 1.0f / rows, mean, dim);
      }
      pooled.add(Scratch.tensor(scratch.normalised(mean, 1, dim), 0, 1, dim));
    }
    return pooled;
  }
}

package dev.evolve.serving.video;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.evolve.serving.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Attention of a chunk's tokens to all tokens of the chunk and of those before it that it is given.
 * Sequences of a batch do not see each other.
 *
 * @param heads number of heads
 * @param queryKeyValue from the input to queries, keys and values side by side
 * @param out from the heads' results to the output
 */
record AttentionLayer(int heads, Matrix queryKeyValue, Matrix out) {

  static AttentionLayer seeded(String name, int dim, int heads) {
    return new AttentionLayer(
        heads,
        Matrix.seeded(name + "/qkv", dim, 3 * dim, 1),
        Matrix.seeded(name + "/out", dim, dim, 0.5));
  }

  /** What the layer adds, and the keys and values of each sequence. */
  record Attended(MemorySegment output, List<Tensor> keys, List<Tensor> values) {}

  /**
   * @param x a row a token, sequences of {@code tokens} rows one after another
   * @param contexts by sequence, earlier keys and values, oldest first
   */
  Attended apply(Scratch scratch, MemorySegment x, int tokens, List<List<KeysValues>> contexts) {
    int dim = out.inputs();
    int rows = contexts.size() * tokens;
    float[] projected = scratch.times(x, queryKeyValue, rows).toArray(JAVA_FLOAT);
    List<Tensor> keys = new ArrayList<>();
    List<Tensor> values = new ArrayList<>();
    MemorySegment mixed = scratch.floats((long) rows * dim);
    for (int i = 0; i < contexts.size(); i++) {
      KeysValues own = own(projected, i * tokens, tokens, dim);
      keys.add(own.keys());
      values.add(own.values());
      List<KeysValues> seen = new ArrayList<>(contexts.get(i));
      seen.add(own);
      for (int head = 0; head < heads; head++) {
        attend(scratch, projected, i * tokens, tokens, head, seen, mixed);
      }
    }
    return new Attended(scratch.times(mixed, out, rows), keys, values);
  }

  /** Keys and values of one chunk. */
  record KeysValues(Tensor keys, Tensor values) {}

  private static KeysValues own(float[] projected, int firstRow, int tokens, int dim) {
    float[] keys = new float[tokens * dim];
    float[] values = new float[tokens * dim];
    for (int t = 0; t < tokens; t++) {
      int from = (firstRow + t) * 3 * dim;
      System.arraycopy(projected, from + dim, keys, t * dim, dim);
      System.arraycopy(projected, from + 2 * dim, values, t * dim, dim);
    }
    return new KeysValues(Tensor.of(tokens, dim, keys), Tensor.of(tokens, dim, values));
  }

  private void attend(
      Scratch scratch,
      float[] projected,
      int firstRow,
      int tokens,
      int head,
      List<KeysValues> seen,
      MemorySegment mixed) {
    int width = out.inputs() / heads;
    int positions = seen.stream().mapToInt(chunk -> chunk.keys().rows()).sum();
    MemorySegment scores = scratch.floats((long) tokens * positions);
    scratch
        .kernels()
        .matmul(
            scratch.copyOf(queries(projected, firstRow, tokens, head, width)),
            scratch.copyOf(transposedKeys(seen, positions, head, width)),
            scores,
            tokens,
            width,
            positions);
    scratch.kernels().softmax(scores, scores, tokens, positions);
    MemorySegment result = scratch.floats((long) tokens * width);
    scratch
        .kernels()
        .matmul(
            scores,
            scratch.copyOf(headValues(seen, positions, head, width)),
            result,
            tokens,
            positions,
            width);
    scatter(result, mixed, firstRow, tokens, head, width);
  }

  private float[] queries(float[] projected, int firstRow, int tokens, int head, int width) {
    float scale = (float) (1 / StrictMath.sqrt(width));
    float[] queries = new float[tokens * width];
    for (int t = 0; t < tokens; t++) {
      int from = (firstRow + t) * 3 * heads * width + head * width;
      for (int d = 0; d < width; d++) {
        queries[t * width + d] = scale * projected[from + d];
      }
    }
    return queries;
  }

  private float[] transposedKeys(List<KeysValues> seen, int positions, int head, int width) {
    float[] transposed = new float[width * positions];
    int position = 0;
    for (KeysValues chunk : seen) {
      Tensor keys = chunk.keys();
      for (int t = 0; t < keys.rows(); t++, position++) {
        for (int d = 0; d < width; d++) {
          transposed[d * positions + position] = keys.at(t * keys.columns() + head * width + d);
        }
      }
    }
    return transposed;
  }

  private float[] headValues(List<KeysValues> seen, int positions, int head, int width) {
    float[] gathered = new float[positions * width];
    int position = 0;
    for (KeysValues chunk : seen) {
      Tensor values = chunk.values();
      for (int t = 0; t < values.rows(); t++, position++) {
        for (int d = 0; d < width; d++) {
          gathered[position * width + d] = values.at(t * values.columns() + head * width + d);
        }
      }
    }
    return gathered;
  }

  private void scatter(
      MemorySegment result, MemorySegment mixed, int firstRow, int tokens, int head, int width) {
    for (int t = 0; t < tokens; t++) {
      long into = ((long) firstRow + t) * heads * width + (long) head * width;
      MemorySegment.copy(
          result,
          (long) t * width * Float.BYTES,
          mixed,
          into * Float.BYTES,
          (long) width * Float.BYTES);
    }
  }
}

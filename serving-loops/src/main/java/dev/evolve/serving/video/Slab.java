package dev.evolve.serving.video;

import dev.evolve.serving.tensor.Tensor;
import java.util.List;

/**
 * Keys and values that the attention of later chunks reads of one chunk.
 *
 * @param keys one tensor a block, a row a token
 * @param values one tensor a block, a row a token
 */
record Slab(List<Tensor> keys, List<Tensor> values) {

  Slab {
    keys = List.copyOf(keys);
    values = List.copyOf(values);
  }
}

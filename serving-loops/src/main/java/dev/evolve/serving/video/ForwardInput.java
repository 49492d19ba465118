package dev.evolve.serving.video;

import dev.evolve.serving.tensor.Tensor;
import java.util.List;

/**
 * One sequence that a forward computes.
 *
 * @param latent tokens by channels
 * @param prompt the prompt's embedding, one row
 * @param sigma noise level of the latent
 * @param scale guidance strength that the model is told; 0 for none
 * @param chunk position of the sequence in its clip, in chunks
 * @param context earlier chunks that it attends to, oldest first
 */
record ForwardInput(
    Tensor latent, Tensor prompt, double sigma, double scale, int chunk, List<Slab> context) {

  ForwardInput {
    context = List.copyOf(context);
  }
}

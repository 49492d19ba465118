package dev.evolve.serving.video;

import dev.evolve.serving.tensor.Tensor;

/**
 * What a forward gives for one sequence.
 *
 * @param velocity tokens by channels
 * @param residual what the blocks added to the embedded input, tokens by width
 * @param slab keys and values of the sequence
 */
record ForwardOutput(Tensor velocity, Tensor residual, Slab slab) {}

/**
 * Autoregressive decoding as a driven loop: a small decoder-only transformer with seeded weights,
 * chunked prefill, paged keys and values with prefix reuse, and speculative decoding.
 */
@NullMarked
package dev.evolve.serving.decode;

import org.jspecify.annotations.NullMarked;

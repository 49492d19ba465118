/** The denoise loop: a prompt becomes latents, step by step, and the latents a clip. */
@NullMarked
package dev.evolve.serving.denoise;

import org.jspecify.annotations.NullMarked;

/** A small seeded video model, the steps that run it, and the executor of those steps. */
@NullMarked
package dev.evolve.serving.video;

import org.jspecify.annotations.NullMarked;

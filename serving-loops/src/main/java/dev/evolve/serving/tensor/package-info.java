/** Immutable matrices of floats, seeded noise, and how both travel as JSON. */
@NullMarked
package dev.evolve.serving.tensor;

import org.jspecify.annotations.NullMarked;

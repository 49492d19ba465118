/** Tests of the checks, with their negative controls. */
@NullMarked
package dev.evolve.loop.weights;

import org.jspecify.annotations.NullMarked;

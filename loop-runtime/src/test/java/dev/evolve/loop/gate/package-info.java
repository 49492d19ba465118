/** Tests of the checks, with their negative controls. */
@NullMarked
package dev.evolve.loop.gate;

import org.jspecify.annotations.NullMarked;

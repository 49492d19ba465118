/** Tests of the checks, with their negative controls. */
@NullMarked
package dev.evolve.loop.capture;

import org.jspecify.annotations.NullMarked;

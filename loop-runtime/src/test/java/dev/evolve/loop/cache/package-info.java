/** Tests of the checks, with their negative controls. */
@NullMarked
package dev.evolve.loop.cache;

import org.jspecify.annotations.NullMarked;

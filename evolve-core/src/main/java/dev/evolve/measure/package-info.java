/** Builds, bench runs and what they showed. */
@NullMarked
package dev.evolve.measure;

import org.jspecify.annotations.NullMarked;

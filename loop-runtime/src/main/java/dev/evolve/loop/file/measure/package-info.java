/**
 * Measures the file store and kills it: what {@code ./evolve bench runtime} and the tests call. The
 * figures are wall time, so this package reads the clock that the rest of the module must not.
 */
@NullMarked
package dev.evolve.loop.file.measure;

import org.jspecify.annotations.NullMarked;

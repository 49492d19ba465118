/**
 * Readers of the result files of benchmark tools: text in, measurements out. Pure; the input is
 * taken to be hostile, so that everything is bounded, nothing is guessed and whatever is not used
 * is named.
 */
@NullMarked
package dev.evolve.results;

import org.jspecify.annotations.NullMarked;

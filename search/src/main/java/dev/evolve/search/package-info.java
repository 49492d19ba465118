/**
 * The search engine: ask for the next configuration to measure, tell what came of it.
 *
 * <p>Pure: no clock, no I/O, no threads. Everything is replayable from a seed and the journal of
 * what was told. {@link dev.evolve.search.Search} is the front door; a {@link
 * dev.evolve.search.Strategy} chooses; {@code dev.evolve.search.space} says what there is to choose
 * from.
 */
@NullMarked
package dev.evolve.search;

import org.jspecify.annotations.NullMarked;

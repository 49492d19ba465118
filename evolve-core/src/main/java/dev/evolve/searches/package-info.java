/**
 * Searches held for others: they ask what to measure next and tell what came of it. A search is a
 * loop, so it survives the process and every answer is in the log of record before it is given.
 */
@NullMarked
package dev.evolve.searches;

import org.jspecify.annotations.NullMarked;

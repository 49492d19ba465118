/**
 * Memory: what was measured of the same or a like kernel elsewhere, how much of it holds here, and
 * a strategy that uses it for as long as it does. Similarity is what was observed to agree; names
 * of hardware and spaces are for people only.
 */
@NullMarked
package dev.evolve.search.prior;

import org.jspecify.annotations.NullMarked;

/** The strategies: how the next point is chosen. */
@NullMarked
package dev.evolve.search.strategy;

import org.jspecify.annotations.NullMarked;

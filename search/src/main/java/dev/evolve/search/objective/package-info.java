/**
 * Several things to want at once: metrics with direction and unit, hard and soft limits, one score
 * that explains itself, the Pareto front and its hypervolume, and caps on power and heat. Whatever
 * has no value never wins.
 */
@NullMarked
package dev.evolve.search.objective;

import org.jspecify.annotations.NullMarked;

/**
 * Growth of memory over a long run: floors, robust slopes, bounds that hold under autocorrelation.
 */
@NullMarked
package dev.evolve.gates.statistics.trend;

import org.jspecify.annotations.NullMarked;

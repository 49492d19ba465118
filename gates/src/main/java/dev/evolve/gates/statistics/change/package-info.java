/**
 * Changes over a history: change points found afterwards, a detector that reads commit after
 * commit, the confirmation of what it suspects, and a watch on a live metric.
 */
@NullMarked
package dev.evolve.gates.statistics.change;

import org.jspecify.annotations.NullMarked;

/**
 * Doubles for tests of loops and of what drives them, in this module and in others: time, store,
 * executor and emitter in memory, and a simulator that searches for faults by seed.
 */
@NullMarked
package dev.evolve.loop.sim;

import org.jspecify.annotations.NullMarked;

/**
 * The memory of trials and the log: imports and their undoing as recorded steps, and the fold that
 * makes the memory from the log.
 */
@NullMarked
package dev.evolve.memory;

import org.jspecify.annotations.NullMarked;

/** Noise schedules of flow matching, the solver that follows them, and experts by noise level. */
@NullMarked
package dev.evolve.serving.schedule;

import org.jspecify.annotations.NullMarked;

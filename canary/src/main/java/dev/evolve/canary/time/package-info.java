/** The monotonic clock that latencies and pauses are taken from. */
@NullMarked
package dev.evolve.canary.time;

import org.jspecify.annotations.NullMarked;

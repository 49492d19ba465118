/**
 * The runtime that drives loops: {@link dev.evolve.loop.runtime.LoopRuntime} does one bounded turn,
 * {@link dev.evolve.loop.runtime.LoopDriver} owns the thread that calls it.
 *
 * <p>A step is: cancel check, {@code next}, reservation, {@code execute} (plans of equal batch key
 * in one call), {@code advance}, commit of the checkpoint with its events, emission of the plan's
 * chunks and then of the result's. Everything but the inbox is confined to one thread.
 */
@NullMarked
package dev.evolve.loop.runtime;

import org.jspecify.annotations.NullMarked;

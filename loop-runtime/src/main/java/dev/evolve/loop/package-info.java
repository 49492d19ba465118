/**
 * The driven-loop contract: a loop plans, the runtime executes, the loop advances.
 *
 * <p>Everything here is a value or an interface of pure functions. Nothing in this package reads a
 * clock, starts a thread or does I/O; that is the business of {@code dev.evolve.loop.runtime}.
 */
@NullMarked
package dev.evolve.loop;

import org.jspecify.annotations.NullMarked;

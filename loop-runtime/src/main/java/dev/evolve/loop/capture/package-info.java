/**
 * Steps of fixed form, prepared once and replayed: a graph of a GPU, or on a CPU a sequence of
 * kernel calls that is planned and bound to a workspace of its own.
 *
 * <p>Capture on and off give the same bytes. A step that is not exactly what was captured runs as
 * if there were no graphs, or fails; it is never replayed wrongly.
 */
@NullMarked
package dev.evolve.loop.capture;

import org.jspecify.annotations.NullMarked;

/**
 * Checks over any loop, as library calls: requests that are interleaved equal the same requests
 * alone, bit for bit; a loop that is stopped anywhere and restored equals one that was not.
 *
 * <p>They fail closed: two empty outputs, too few requests, nothing interleaved or an exception are
 * findings, never a pass.
 */
@NullMarked
package dev.evolve.loop.gate;

import org.jspecify.annotations.NullMarked;

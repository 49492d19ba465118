/** Canaries whose two arms are processes on this machine. */
@NullMarked
package dev.evolve.canary.process;

import org.jspecify.annotations.NullMarked;

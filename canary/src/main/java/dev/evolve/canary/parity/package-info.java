/** Whether two answers to the same request say the same. */
@NullMarked
package dev.evolve.canary.parity;

import org.jspecify.annotations.NullMarked;

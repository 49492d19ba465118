/** Replaying a recorded load with its rhythm. */
@NullMarked
package dev.evolve.canary.load;

import org.jspecify.annotations.NullMarked;

/** Promotion and rollback of a change, and the forge that they happen on. */
@NullMarked
package dev.evolve.promotion;

import org.jspecify.annotations.NullMarked;

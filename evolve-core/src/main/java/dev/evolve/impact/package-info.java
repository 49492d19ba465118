/** The store of change to impact, and the questions that it answers. */
@NullMarked
package dev.evolve.impact;

import org.jspecify.annotations.NullMarked;

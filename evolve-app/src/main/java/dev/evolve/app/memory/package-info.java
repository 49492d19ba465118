/** The memory of trials: what searches start from, and the commands that change it. */
@NullMarked
package dev.evolve.app.memory;

import org.jspecify.annotations.NullMarked;

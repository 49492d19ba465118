/** Whole runs: the real application on real services. */
@NullMarked
package dev.evolve.app.e2e;

import org.jspecify.annotations.NullMarked;

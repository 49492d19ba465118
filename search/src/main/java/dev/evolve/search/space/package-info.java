/** Tuning spaces: parameters, constraints among them, the feasible set, and moves within it. */
@NullMarked
package dev.evolve.search.space;

import org.jspecify.annotations.NullMarked;

/** Proposals: candidate changes and their life. */
@NullMarked
package dev.evolve.proposal;

import org.jspecify.annotations.NullMarked;

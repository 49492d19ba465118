/** Canaries: what is asked of a target and a judge, and what they answer. */
@NullMarked
package dev.evolve.rollout;

import org.jspecify.annotations.NullMarked;

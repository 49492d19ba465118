/**
 * Changing the weights of a component under loops that run: nothing moves while they change, and
 * nothing that was made with the old ones is found afterwards.
 */
@NullMarked
package dev.evolve.loop.weights;

import org.jspecify.annotations.NullMarked;

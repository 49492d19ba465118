/** The rollout loop: a clip grows chunk by chunk, each seeing a window of those before it. */
@NullMarked
package dev.evolve.serving.rollout;

import org.jspecify.annotations.NullMarked;

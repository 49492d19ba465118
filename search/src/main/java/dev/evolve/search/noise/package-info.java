/**
 * Measuring under noise: a layer above {@link dev.evolve.search.Search} that buys samples one
 * request at a time, drops points once they are shown hopeless, confirms a winner on fresh samples
 * and says "no difference shown" where none was.
 *
 * <p>{@link dev.evolve.search.noise.RacingSearch} is the front door. Pure, deterministic and
 * resumable from its journal at any step.
 */
@NullMarked
package dev.evolve.search.noise;

import org.jspecify.annotations.NullMarked;

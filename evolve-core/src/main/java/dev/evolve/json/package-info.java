/** The one JSON mapping that states, events, envelopes and the API share. */
@NullMarked
package dev.evolve.json;

import org.jspecify.annotations.NullMarked;

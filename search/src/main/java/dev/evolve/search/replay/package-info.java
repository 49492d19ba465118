/**
 * Replay: a strategy is run against a completely measured space, told what was recorded and charged
 * what it cost then, and scored against random search. Nothing here is particular to a space, and
 * nothing runs in parallel; whoever has more cores makes a run on each.
 */
@NullMarked
package dev.evolve.search.replay;

import org.jspecify.annotations.NullMarked;

/**
 * The campaign loop: propose, evaluate, gate, canary, promote. Decide, record, then apply: the
 * worker does a step and decides domain events, the runtime records them with the checkpoint, and
 * one fold applies them, live and on replay.
 */
@NullMarked
package dev.evolve.campaign;

import org.jspecify.annotations.NullMarked;

package dev.evolve.loop.runtime;

import dev.evolve.loop.port.CheckpointStore;
import dev.evolve.loop.port.Emitter;
import java.time.InstantSource;

/**
 * What a runtime needs from outside. What does the work is given with each loop that is registered.
 *
 * @param store keeps checkpoints and events
 * @param emitter takes chunks once their step is stored
 * @param clock tells deadlines and when to try a store again
 * @param observer watches
 * @param faults told when the runtime stops by itself
 */
public record RuntimePorts(
    CheckpointStore store,
    Emitter emitter,
    InstantSource clock,
    RuntimeObserver observer,
    FaultHandler faults) {}

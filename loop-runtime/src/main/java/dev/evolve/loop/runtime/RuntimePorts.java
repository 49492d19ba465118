package dev.evolve.loop.runtime;

import dev.evolve.loop.port.BehaviorSink;
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
 * @param behaviors takes what rollouts capture
 */
public record RuntimePorts(
    CheckpointStore store,
    Emitter emitter,
    InstantSource clock,
    RuntimeObserver observer,
    FaultHandler faults,
    BehaviorSink behaviors) {

  /** Ports without a use for what rollouts capture. */
  public RuntimePorts(
      CheckpointStore store,
      Emitter emitter,
      InstantSource clock,
      RuntimeObserver observer,
      FaultHandler faults) {
    this(store, emitter, clock, observer, faults, BehaviorSink.NONE);
  }
}

package dev.evolve.loop;

/**
 * What a step is to do, as data that one executor understands. Each loop declares its own sealed
 * payloads; {@link Waiting} is the runtime's.
 */
public interface WorkPayload {}

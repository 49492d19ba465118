package dev.evolve.loop;

/**
 * What a loop may use while it makes its first state.
 *
 * @param loopId identity of the loop, unique for ever
 * @param seed seed for everything random in the request
 * @param profile how the loop runs
 */
public record LoopContext(String loopId, long seed, ExecutionProfile profile) {}

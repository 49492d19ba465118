package dev.evolve.loop;

/**
 * What a rollout captures of one step beside the bytes that serving gives.
 *
 * @param loopId the loop
 * @param stepIndex the step
 * @param seed the loop's seed
 * @param modelVersion weights version or commit
 * @param dataJson what the loop captured, as JSON
 */
public record BehaviorRecord(
    String loopId, long stepIndex, long seed, String modelVersion, String dataJson) {}

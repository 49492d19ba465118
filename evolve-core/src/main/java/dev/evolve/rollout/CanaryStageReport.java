package dev.evolve.rollout;

/**
 * What a stage showed.
 *
 * @param stage index of the stage
 * @param weight share of the requests that went to the candidate
 * @param baseline what the baseline showed
 * @param candidate what the candidate showed
 * @param problem why the stage could not be run, such as a candidate that never became healthy;
 *     empty if it ran
 * @param durationMs how long it took, in milliseconds
 */
public record CanaryStageReport(
    int stage,
    double weight,
    ArmObservation baseline,
    ArmObservation candidate,
    String problem,
    long durationMs) {}

package dev.evolve.measure;

/**
 * How a candidate's output compares with the baseline's on the same inputs, drawn after the build.
 *
 * @param scenario name of the scenario
 * @param round round of the two runs
 * @param seed seed of the inputs
 * @param elements number of elements compared
 * @param relativeL2 ‖candidate − baseline‖₂ / ‖baseline‖₂ over the finite elements; NaN if they
 *     cannot be compared
 * @param maximumAbsolute largest absolute difference
 * @param nonFiniteMismatches elements that are NaN or infinite in one output and not the same in
 *     the other
 * @param bitwiseEqual whether every byte is equal
 * @param problem why they cannot be compared, such as different sizes; empty if they can
 */
public record ParityObservation(
    String scenario,
    int round,
    long seed,
    long elements,
    double relativeL2,
    double maximumAbsolute,
    long nonFiniteMismatches,
    boolean bitwiseEqual,
    String problem) {}

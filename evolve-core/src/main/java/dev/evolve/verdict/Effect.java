package dev.evolve.verdict;

/**
 * The effect on one metric in one scenario.
 *
 * @param scenario the scenario
 * @param metric the metric
 * @param unit the metric's unit
 * @param ratio candidate over baseline, smaller is better
 * @param low lower bound of the ratio at the stated confidence
 * @param high upper bound of the ratio at the stated confidence
 * @param confidence one-sided confidence of each bound
 * @param pairs number of pairs
 * @param baselineMedian median of the baseline, in {@code unit}
 * @param candidateMedian median of the candidate, in {@code unit}
 */
public record Effect(
    String scenario,
    String metric,
    String unit,
    double ratio,
    double low,
    double high,
    double confidence,
    int pairs,
    double baselineMedian,
    double candidateMedian) {}

package dev.evolve.gates.compare;

import dev.evolve.verdict.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What came of one metric of one benchmark. Shares are of how much worse the candidate is,
 * whichever way the metric is better: 0.08 is 8 % slower, or 8 % less throughput's worth of time.
 *
 * @param benchmark name, with its parameters
 * @param metric name
 * @param unit of the two medians
 * @param verdict PASS, FAIL or INCONCLUSIVE
 * @param baseline median of the baseline's runs
 * @param candidate median of the candidate's runs
 * @param worse estimate of the share by which it is worse; null where the baseline is zero
 * @param low lower bound of it; null if there is none
 * @param high upper bound of it; null if there is none
 * @param floor share by which it may be worse
 * @param pairs number of pairs of runs
 * @param pValue chance of such values if it were not worse; null for what is counted
 * @param detectable share that would be found with probability 0.8; null for what is counted
 * @param pairsNeeded pairs it would take to decide; 0 if it is decided
 * @param todo what it means and what to do
 */
public record ComparedMetric(
    String benchmark,
    String metric,
    String unit,
    Verdict verdict,
    double baseline,
    double candidate,
    @Nullable Double worse,
    @Nullable Double low,
    @Nullable Double high,
    double floor,
    int pairs,
    @Nullable Double pValue,
    @Nullable Double detectable,
    int pairsNeeded,
    String todo) {

  /** Benchmark and metric. */
  public String name() {
    return benchmark + " " + metric;
  }
}

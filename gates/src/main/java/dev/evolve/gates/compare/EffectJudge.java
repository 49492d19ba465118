package dev.evolve.gates.compare;

import dev.evolve.verdict.Verdict;
import java.util.List;

/** Judges the paired values of all benchmarks and metrics of a comparison together. */
public interface EffectJudge {

  /** Fewest pairs with which anything can be said. */
  int fewestPairs();

  /** Judges a family of questions, with control of the error over all of them. */
  List<Judged> judge(List<Pairs> family);

  /**
   * The share by which a candidate has to be worse to be found with probability 0.8.
   *
   * @param pilot pairs of the same build, which show the noise
   * @param pairs how many pairs will be run
   * @param family how many questions will be asked
   */
  double detectable(Pairs pilot, int pairs, int family);

  /**
   * The values of one benchmark and metric, pair by pair, all positive, turned so that more is
   * worse.
   *
   * @param name benchmark and metric
   * @param baseline of the baseline
   * @param candidate of the candidate
   * @param floor share by which it may be worse
   */
  record Pairs(String name, List<Double> baseline, List<Double> candidate, double floor) {
    public Pairs {
      baseline = List.copyOf(baseline);
      candidate = List.copyOf(candidate);
    }
  }

  /**
   * An answer.
   *
   * @param verdict FAIL if it is worse, PASS if it is worse by no more than the floor, else
   *     INCONCLUSIVE
   * @param worse estimate of the share by which it is worse, negative if it is better
   * @param low lower bound of it
   * @param high upper bound of it
   * @param pValue chance of such values if it were not worse
   * @param detectable share that would be found with probability 0.8
   * @param pairsNeeded pairs it would take to decide, if the estimate is the truth; 0 if decided
   */
  record Judged(
      Verdict verdict,
      double worse,
      double low,
      double high,
      double pValue,
      double detectable,
      int pairsNeeded) {}
}

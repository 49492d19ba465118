package dev.evolve.canary.judge;

import java.util.Arrays;

/**
 * Latencies of both arms under one traffic split. Arms are compared within a stratum only, since
 * from one split to the next the load of both changes.
 */
final class Stratum {

  private final double[] baseline;
  private final double[] candidate;

  /** Copies and sorts both. */
  Stratum(double[] baseline, double[] candidate) {
    this.baseline = sorted(baseline);
    this.candidate = sorted(candidate);
  }

  private static double[] sorted(double[] values) {
    double[] copy = values.clone();
    Arrays.sort(copy);
    return copy;
  }

  int baselineSize() {
    return baseline.length;
  }

  int candidateSize() {
    return candidate.length;
  }

  int size() {
    return baseline.length + candidate.length;
  }

  double baseline(int index) {
    return baseline[index];
  }

  double candidate(int index) {
    return candidate[index];
  }

  /** How many of the largest values make up a tail; at least one. */
  int tail(double quantile) {
    return Math.max(1, (int) Math.ceil((1 - quantile) * size() - 1e-9));
  }

  /**
   * How many of the largest values are the candidate's, after the baseline's have been multiplied.
   *
   * @param ties whether equal values count as the candidate's first
   */
  int candidatesInTail(int tail, double factor, boolean ties) {
    int nextBaseline = baseline.length - 1;
    int nextCandidate = candidate.length - 1;
    int count = 0;
    for (int taken = 0; taken < tail; taken++) {
      if (isCandidateNext(nextBaseline, nextCandidate, factor, ties)) {
        nextCandidate--;
        count++;
      } else {
        nextBaseline--;
      }
    }
    return count;
  }

  private boolean isCandidateNext(
      int nextBaseline, int nextCandidate, double factor, boolean ties) {
    if (nextBaseline < 0 || nextCandidate < 0) {
      return nextBaseline < 0;
    }
    int order = Double.compare(candidate[nextCandidate], baseline[nextBaseline] * factor);
    return order > 0 || (order == 0 && ties);
  }

  /**
   * Pairs of one value of each arm in which the candidate's is larger, after the baseline's have
   * been multiplied; a tie counts half.
   */
  double candidateLarger(double factor) {
    double pairs = 0;
    int below = 0;
    int notAbove = 0;
    for (double value : candidate) {
      while (below < baseline.length && baseline[below] * factor < value) {
        below++;
      }
      while (notAbove < baseline.length && baseline[notAbove] * factor <= value) {
        notAbove++;
      }
      pairs += below + (notAbove - below) / 2.0;
    }
    return pairs;
  }
}

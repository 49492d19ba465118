package dev.evolve.verdict;

/** A gate's answer. Only PASS passes. */
public enum Verdict {
  PASS,
  FAIL,
  /** The evidence does not decide; never a pass. */
  INCONCLUSIVE
}

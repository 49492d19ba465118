package dev.evolve.verdict;

/** A gate's answer. Only PASS passes. */
public enum Verdict {
  PASS,
  FAIL,
  /** The evidence does not decide; never a pass. */
  INCONCLUSIVE,
  /** The evidence cannot carry any verdict, however much of it there is; never a pass. */
  INVALID
}

package dev.evolve.rollout;

/** What a canary judge says. */
public enum CanaryVerdict {
  /** The candidate is no worse than the tolerances allow. */
  PROMOTE,
  /** The candidate does harm: back to the baseline at once. */
  REVERT,
  /** Nothing against it so far; go on to the next stage. */
  HOLD,
  /** Too little or no data; never a promotion. */
  INCONCLUSIVE
}

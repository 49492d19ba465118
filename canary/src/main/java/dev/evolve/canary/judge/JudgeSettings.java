package dev.evolve.canary.judge;

/**
 * What the judge promises, whatever the pack tolerates.
 *
 * @param minimumRequests answers that each arm must have given before anything is promoted; with
 *     fewer than a hundred the 99th percentile is simply the slowest of them
 * @param falseRevertRate chance that a candidate within the tolerances is reverted, over all stages
 *     and all tests of a canary
 */
public record JudgeSettings(int minimumRequests, double falseRevertRate) {

  /** A hundred answers of each arm, one false revert in a hundred canaries. */
  public static JudgeSettings standard() {
    return new JudgeSettings(100, 0.01);
  }

  public JudgeSettings {
    if (minimumRequests < 1 || !(falseRevertRate > 0 && falseRevertRate < 0.5)) {
      throw new IllegalArgumentException(
          "wanted at least one request and a rate between 0 and 0.5, found %d and %s"
              .formatted(minimumRequests, falseRevertRate));
    }
  }
}

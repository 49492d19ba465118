package dev.evolve.app.bench.gates.rivals;

import java.util.List;

/**
 * How another tool tells whether a candidate is slower than a baseline. Rebuilt from documented
 * behaviour and defaults; larger values are slower.
 */
public interface TwoSampleRule {

  /** What a rule says. */
  enum Answer {
    REGRESSED,
    IMPROVED,
    SAME
  }

  /** Which tool, and what it does. */
  String name();

  /**
   * Judges.
   *
   * @param baseline values, 2 or more
   * @param candidate as many values
   */
  Answer judge(double[] baseline, double[] candidate);

  /** All of them. */
  static List<TwoSampleRule> all() {
    return List.of(
        new RankTestRule(),
        new CriterionRule(),
        new AsvRule(),
        new PinpointRule(),
        new JmhIntervalRule(),
        new KayentaRule(),
        new SignedRankRule(),
        RatioRule.lastOverPrevious(1.1),
        RatioRule.lastOverPrevious(2));
  }

  /** Slower if positive, faster if negative. */
  static Answer bySign(double difference) {
    return difference > 0 ? Answer.REGRESSED : Answer.IMPROVED;
  }
}

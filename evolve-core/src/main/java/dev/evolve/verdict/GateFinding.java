package dev.evolve.verdict;

import java.util.List;

/**
 * A gate's answer with everything that it looked at, gathered and reported once.
 *
 * @param gate the gate's name
 * @param verdict PASS only if every evidence passes and there is some
 * @param summary one sentence
 * @param evidence everything looked at
 * @param effects effects that it estimated; only the perf gate has some
 */
public record GateFinding(
    String gate, Verdict verdict, String summary, List<Evidence> evidence, List<Effect> effects) {

  public GateFinding {
    evidence = List.copyOf(evidence);
    effects = List.copyOf(effects);
    if (verdict == Verdict.PASS
        && (evidence.isEmpty()
            || evidence.stream().anyMatch(item -> item.verdict() != Verdict.PASS))) {
      throw new IllegalArgumentException(
          "gate " + gate + " cannot pass without evidence or against it");
    }
  }

  /**
   * A finding whose verdict follows from its evidence: a failure counts first, then what is
   * invalid, then what does not decide; no evidence is inconclusive.
   */
  public static GateFinding of(
      String gate, String summary, List<Evidence> evidence, List<Effect> effects) {
    return new GateFinding(gate, worst(evidence), summary, evidence, effects);
  }

  private static Verdict worst(List<Evidence> evidence) {
    if (evidence.stream().anyMatch(item -> item.verdict() == Verdict.FAIL)) {
      return Verdict.FAIL;
    }
    if (evidence.stream().anyMatch(item -> item.verdict() == Verdict.INVALID)) {
      return Verdict.INVALID;
    }
    boolean undecided =
        evidence.isEmpty()
            || evidence.stream().anyMatch(item -> item.verdict() == Verdict.INCONCLUSIVE);
    return undecided ? Verdict.INCONCLUSIVE : Verdict.PASS;
  }
}

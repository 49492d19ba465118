package dev.evolve.gates.compare;

import dev.evolve.gates.statistics.Claim;
import dev.evolve.gates.statistics.Claim.Standing;
import dev.evolve.gates.statistics.DetectableEffect;
import dev.evolve.gates.statistics.GroupSequentialDesign;
import dev.evolve.gates.statistics.PairedEffect;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * The paired rule at looks that were settled before the first run, so that runs may end as soon as
 * the answer is known: each metric has a group-sequential design of its own, at its share of the
 * error rate (Bonferroni). Between the looks, and for more metrics than were planned for, nothing
 * is decided.
 *
 * <p>Source: {@link GroupSequentialDesign}.
 */
public final class SequentialJudge implements EffectJudge {

  private final HolmJudge fixed;
  private final int family;
  private final GroupSequentialDesign design;

  /**
   * @param confidence one-sided confidence of every statement, such as 0.995
   * @param budget the largest number of pairs
   * @param family how many metrics there will be, 1 or more
   */
  public SequentialJudge(double confidence, int budget, int family) {
    this.fixed = new HolmJudge(confidence);
    this.family = family;
    this.design = GroupSequentialDesign.upTo(budget, (1 - confidence) / family);
  }

  /** Numbers of pairs at which something may be decided, rising. */
  public List<Integer> looks() {
    return design.looks();
  }

  @Override
  public int fewestPairs() {
    return fixed.fewestPairs();
  }

  @Override
  public double detectable(Pairs pilot, int pairs, int questions) {
    return DetectableEffect.worsening(HolmJudge.logRatios(pilot), pilot.floor(), design);
  }

  @Override
  public List<Judged> judge(List<Pairs> questions) {
    List<Judged> told = fixed.judge(questions);
    List<Judged> answers = new ArrayList<>();
    for (int i = 0; i < told.size(); i++) {
      double[] logs = HolmJudge.logRatios(questions.get(i));
      double level = questions.size() > family ? 0 : design.level(logs.length).orElse(0);
      answers.add(judge(questions.get(i), told.get(i), logs, level));
    }
    return answers;
  }

  private static Judged judge(Pairs question, Judged told, double[] logs, double level) {
    if (level == 0) {
      return answer(told, Verdict.INCONCLUSIVE, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    PairedEffect effect = PairedEffect.of(logs, level);
    Standing standing = new Claim.NotWorse(question.floor()).standing(logs, level);
    Verdict verdict =
        switch (standing) {
          case HELD -> Verdict.PASS;
          case REFUTED -> Verdict.FAIL;
          case OPEN -> Verdict.INCONCLUSIVE;
        };
    return answer(told, verdict, effect.low() - 1, effect.high() - 1);
  }

  private static Judged answer(Judged told, Verdict verdict, double low, double high) {
    return new Judged(
        verdict,
        told.worse(),
        low,
        high,
        told.pValue(),
        told.detectable(),
        verdict == Verdict.INCONCLUSIVE ? told.pairsNeeded() : 0);
  }
}

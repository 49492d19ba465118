package dev.evolve.gates;

import dev.evolve.gates.statistics.Claim.Standing;
import dev.evolve.gates.statistics.GroupSequentialDesign;
import dev.evolve.gates.statistics.Holm;
import dev.evolve.gates.statistics.SequentialComparison;
import dev.evolve.gates.statistics.SequentialComparison.Next;
import dev.evolve.measure.BenchRun;
import dev.evolve.pack.BenchPack;
import java.util.ArrayList;
import java.util.List;

/**
 * What the pairs say to every question of a pack at one look.
 *
 * <p>Error rates: the pack's confidence is shared by the candidates that a campaign may confirm
 * (Bonferroni) and spread over the looks ({@link GroupSequentialDesign}). Every gain must hold on
 * every scenario, so the gains need no further correction (an intersection-union test: R. L.
 * Berger, Technometrics 24, 1982); that any of the guards is worse is corrected after Holm over all
 * of them.
 *
 * @param questions what was asked
 * @param design the looks
 * @param worsening by question, the pairs
 * @param standings by question
 */
record PerfAnswers(
    List<PerfQuestion> questions,
    GroupSequentialDesign design,
    List<double[]> worsening,
    List<Standing> standings) {

  /**
   * The looks of a confirmation.
   *
   * @param rounds how many pairs it may take
   * @param confirmations how many candidates share the error rate
   */
  static GroupSequentialDesign design(BenchPack pack, int rounds, int confirmations) {
    double alpha = (1 - pack.gates().perf().confidence()) / confirmations;
    return GroupSequentialDesign.upTo(rounds, alpha);
  }

  /**
   * Judges.
   *
   * @param runs complete rounds of every scenario
   * @throws IllegalArgumentException if a value is missing or has no logarithm
   */
  static PerfAnswers of(
      List<PerfQuestion> questions, GroupSequentialDesign design, List<BenchRun> runs) {
    List<double[]> worsening = questions.stream().map(it -> it.worsening(runs)).toList();
    double[] doubts = new double[questions.size()];
    for (int i = 0; i < doubts.length; i++) {
      PerfQuestion question = questions.get(i);
      doubts[i] = question.isGuard() ? question.claim().doubt(worsening.get(i)) : 1;
    }
    double[] adjusted = adjusted(questions, doubts);
    List<Standing> standings = new ArrayList<>();
    for (int i = 0; i < doubts.length; i++) {
      standings.add(standing(questions.get(i), design, worsening.get(i), adjusted[i]));
    }
    return new PerfAnswers(questions, design, worsening, standings);
  }

  /** A guard is refuted at the corrected p-value only. */
  private static Standing standing(
      PerfQuestion question, GroupSequentialDesign design, double[] pairs, double adjusted) {
    Standing standing = new SequentialComparison(question.claim(), design).standing(pairs);
    boolean isTooEarly =
        question.isGuard()
            && standing == Standing.REFUTED
            && adjusted > design.level(pairs.length).orElse(0);
    return isTooEarly ? Standing.OPEN : standing;
  }

  private static double[] adjusted(List<PerfQuestion> questions, double[] doubts) {
    List<Integer> guards = new ArrayList<>();
    for (int i = 0; i < doubts.length; i++) {
      if (questions.get(i).isGuard()) {
        guards.add(i);
      }
    }
    double[] family = Holm.adjusted(guards.stream().mapToDouble(i -> doubts[i]).toArray());
    double[] adjusted = doubts.clone();
    for (int i = 0; i < family.length; i++) {
      adjusted[guards.get(i)] = family[i];
    }
    return adjusted;
  }

  /** Whether nothing that more pairs could say would change the verdict. */
  boolean isEnough() {
    boolean isAnyOpen = false;
    for (int i = 0; i < standings.size(); i++) {
      if (standings.get(i) == Standing.REFUTED || isHopeless(i)) {
        return true;
      }
      isAnyOpen |= standings.get(i) == Standing.OPEN;
    }
    return !isAnyOpen;
  }

  private boolean isHopeless(int question) {
    return standings.get(question) == Standing.OPEN
        && new SequentialComparison(questions.get(question).claim(), design)
                .next(worsening.get(question))
            == Next.HOPELESS;
  }
}

package dev.evolve.gates;

import dev.evolve.gates.statistics.Claim;
import dev.evolve.gates.statistics.Claim.Standing;
import dev.evolve.gates.statistics.PairedEffect;
import dev.evolve.gates.statistics.SequentialComparison;
import dev.evolve.gates.statistics.Spread;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Evidence.Figures;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Answers, put in words and numbers.
 *
 * @param answers what the pairs say
 * @param runs what they were made of
 */
record PerfEvidence(PerfAnswers answers, List<BenchRun> runs) {

  /** One question's evidence; the ratio is candidate over baseline, smaller is better. */
  Evidence evidence(int index) {
    PerfQuestion question = answers.questions().get(index);
    PairedEffect effect = effect(index);
    Standing standing = answers.standings().get(index);
    return new Evidence(
        question.name(),
        verdict(standing),
        observed(question, effect),
        question.claim() + String.format(Locale.ROOT, ", at %.3g %% confidence", confidence(index)),
        detail(index, question, standing),
        new Figures(
            effect.ratio(),
            effect.bounded() ? effect.low() : null,
            effect.bounded() ? effect.high() : null,
            Math.exp(question.claim().borders()[question.isGuard() ? 1 : 0]),
            "1",
            effect.pairs()));
  }

  private static Verdict verdict(Standing standing) {
    return switch (standing) {
      case HELD -> Verdict.PASS;
      case REFUTED -> Verdict.FAIL;
      case OPEN -> Verdict.INCONCLUSIVE;
    };
  }

  private static String observed(PerfQuestion question, PairedEffect effect) {
    return question.isGuard()
        ? String.format(
            Locale.ROOT,
            "%.1f %% worse [%.1f, %.1f], %d pairs",
            100 * (effect.ratio() - 1),
            100 * (effect.low() - 1),
            100 * (effect.high() - 1),
            effect.pairs())
        : String.format(
            Locale.ROOT,
            "%.1f %% gain [%.1f, %.1f], %d pairs",
            100 * (1 - effect.ratio()),
            100 * (1 - effect.high()),
            100 * (1 - effect.low()),
            effect.pairs());
  }

  private String detail(int index, PerfQuestion question, Standing standing) {
    return switch (standing) {
      case HELD -> "";
      case OPEN -> open(index, question);
      case REFUTED -> {
        if (question.isGuard()) {
          yield "this metric pays for the gain";
        }
        yield question.scenario().role() == Scenario.Role.HOLDOUT
            ? "the gain does not carry over to this holdout scenario"
            : "the gain seen while searching does not hold on fresh runs";
      }
    };
  }

  private String open(int index, PerfQuestion question) {
    Claim claim = question.claim();
    long pairs =
        new SequentialComparison(claim, answers.design())
            .pairsForAnAnswer(answers.worsening().get(index));
    return pairs == Long.MAX_VALUE
        ? "the pairs do not decide, and more of them hardly would: it lies at the limit"
        : "the pairs do not decide; with this spread an answer takes about %d of them on this scenario"
            .formatted(pairs);
  }

  /** The effects on the objective. */
  List<Effect> effects() {
    return IntStream.range(0, answers.questions().size())
        .filter(i -> !answers.questions().get(i).isGuard())
        .mapToObj(this::estimated)
        .toList();
  }

  private Effect estimated(int index) {
    PerfQuestion question = answers.questions().get(index);
    PairedEffect effect = effect(index);
    return new Effect(
        question.scenario().name(),
        question.metric().name(),
        question.metric().unit(),
        effect.ratio(),
        effect.low(),
        effect.high(),
        confidence(index) / 100,
        effect.pairs(),
        Spread.median(question.values(runs, Arm.BASELINE)),
        Spread.median(question.values(runs, Arm.CANDIDATE)));
  }

  private PairedEffect effect(int index) {
    double[] pairs = answers.worsening().get(index);
    return PairedEffect.of(pairs, answers.design().level(pairs.length).orElseThrow());
  }

  private double confidence(int index) {
    int pairs = answers.worsening().get(index).length;
    return 100 * (1 - answers.design().level(pairs).orElseThrow());
  }
}

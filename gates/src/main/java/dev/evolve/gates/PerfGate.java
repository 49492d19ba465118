package dev.evolve.gates;

import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.gates.statistics.GroupSequentialDesign;
import dev.evolve.gates.statistics.SignFlip;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.GateFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The pack's minimum gain on every train and every holdout scenario, on fresh runs, and no guard
 * worse by more than its floor.
 *
 * <p>A gain is shown if the estimate reaches the minimum and half of it is a lower bound at the
 * pack's confidence. How the error rate is shared and spread is told by {@link PerfAnswers}.
 */
final class PerfGate implements Gate {

  @Override
  public String name() {
    return "perf";
  }

  @Override
  public Moment moment() {
    return Moment.AFTER_EVALUATION;
  }

  @Override
  public Set<Input> inputs() {
    return Set.of(Input.CONFIRMATION);
  }

  @Override
  public GateFinding judge(GateInput input) {
    EvidenceList evidence = new EvidenceList();
    List<Effect> effects = new ArrayList<>();
    Optional<Evaluation> confirmation = Layout.check(input, evidence);
    if (confirmation.isPresent()) {
      unchangedBinary(confirmation.get(), evidence);
      judge(input, confirmation.get(), evidence, effects);
    }
    return GateFinding.of(name(), evidence.summary(good(effects)), evidence.items(), effects);
  }

  private static String good(List<Effect> effects) {
    double worst = effects.stream().mapToDouble(Effect::ratio).max().orElse(1);
    return String.format(
        Locale.ROOT,
        "at least %.1f %% better in the estimate on every one of %d scenarios",
        100 * (1 - worst),
        effects.size());
  }

  private static void unchangedBinary(Evaluation confirmation, EvidenceList evidence) {
    boolean same =
        confirmation
            .build(Arm.BASELINE)
            .map(build -> build.artifacts())
            .equals(confirmation.build(Arm.CANDIDATE).map(build -> build.artifacts()));
    if (same) {
      evidence.fail(
          "binary",
          "byte for byte the baseline's",
          "another binary",
          "the change does not reach the build, so any difference is noise");
    }
  }

  private static void judge(
      GateInput input, Evaluation confirmation, EvidenceList evidence, List<Effect> effects) {
    List<PerfQuestion> questions = PerfQuestion.of(input.pack(), confirmation.runs());
    boolean readable = true;
    for (PerfQuestion question : questions) {
      readable &= areReadable(question, confirmation.runs(), evidence);
    }
    GroupSequentialDesign design =
        PerfAnswers.design(input.pack(), input.terms().rounds(), input.terms().confirmations());
    if (readable && isLook(design, rounds(confirmation), evidence)) {
      PerfAnswers answers = PerfAnswers.of(questions, design, confirmation.runs());
      PerfEvidence perf = new PerfEvidence(answers, confirmation.runs());
      for (int i = 0; i < questions.size(); i++) {
        evidence.add(perf.evidence(i));
      }
      effects.addAll(perf.effects());
      RunShapes.note(input.pack(), confirmation.runs(), evidence);
    }
  }

  private static int rounds(Evaluation confirmation) {
    return confirmation.runs().stream().mapToInt(BenchRun::round).max().orElse(-1) + 1;
  }

  private static boolean isLook(GroupSequentialDesign design, int rounds, EvidenceList evidence) {
    OptionalDouble level = design.level(rounds);
    if (level.isEmpty()) {
      evidence.invalid(
          "rounds",
          rounds + " rounds",
          "a number among " + design.looks(),
          "runs that may end anywhere can be ended where they look best; confirm again");
      return false;
    }
    int needed = SignFlip.pairsNeeded(level.getAsDouble());
    if (rounds < needed) {
      evidence.undecided(
          "rounds",
          rounds + " pairs",
          "at least " + needed + " pairs",
          "no statement at the pack's confidence can be made with fewer; allow more rounds");
      return false;
    }
    return true;
  }

  /** Puts every value that is missing, in another unit, or no positive number into the evidence. */
  private static boolean areReadable(
      PerfQuestion question, List<BenchRun> runs, EvidenceList evidence) {
    boolean readable = true;
    for (Arm arm : Arm.values()) {
      for (BenchRun run : question.runs(runs, arm)) {
        OptionalDouble value = question.value(run);
        double number = value.orElse(Double.NaN);
        if (!(number > 0) || Double.isInfinite(number)) {
          String found = value.isPresent() ? String.valueOf(number) : said(question, run);
          evidence.fail(
              question.name() + "/" + arm + "/round " + run.round(),
              found,
              "a finite positive number in " + question.metric().unit(),
              "");
          readable = false;
        }
      }
    }
    return readable;
  }

  private static String said(PerfQuestion question, BenchRun run) {
    MetricValue value = run.metrics().get(question.metric().name());
    return value == null ? "missing" : "unit " + value.unit();
  }
}

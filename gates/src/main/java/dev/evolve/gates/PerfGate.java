package dev.evolve.gates;

import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.gates.statistics.PairedEffect;
import dev.evolve.gates.statistics.SignFlip;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Metric;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.Effect;
import dev.evolve.verdict.GateFinding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * At least the pack's minimum gain on every train and every holdout scenario, with the pack's
 * confidence, on fresh runs.
 *
 * <p>The lower confidence bound of the gain must reach the minimum. Since every scenario must pass
 * by itself, no correction over scenarios is needed (an intersection–union test); the level is
 * divided by the number of candidates that the campaign may confirm (Bonferroni), so that the
 * stated confidence holds for the campaign as a whole.
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
  public GateFinding judge(GateInput input) {
    EvidenceList evidence = new EvidenceList();
    List<Effect> effects = new ArrayList<>();
    Optional<Evaluation> confirmation = Layout.check(input, evidence);
    if (input.confirmations() < 1) {
      evidence.undecided(
          "confirmations",
          String.valueOf(input.confirmations()),
          "how many candidates may be confirmed, 1 or more",
          "the confidence cannot be corrected for an unknown number of looks");
    } else if (confirmation.isPresent()) {
      unchangedBinary(confirmation.get(), evidence);
      for (Scenario scenario : input.pack().scenarios()) {
        judge(input, confirmation.get(), scenario, evidence, effects);
      }
    }
    return GateFinding.of(name(), evidence.summary(good(effects)), evidence.items(), effects);
  }

  private static String good(List<Effect> effects) {
    double worst = effects.stream().mapToDouble(Effect::high).max().orElse(1);
    return String.format(
        Locale.ROOT,
        "at least %.1f %% better on every one of %d scenarios",
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
      GateInput input,
      Evaluation confirmation,
      Scenario scenario,
      EvidenceList evidence,
      List<Effect> effects) {
    Metric objective = input.pack().objective();
    String name = scenario.name() + "/" + objective.name();
    double[] baseline = values(confirmation, objective, scenario, Arm.BASELINE, evidence);
    double[] candidate = values(confirmation, objective, scenario, Arm.CANDIDATE, evidence);
    if (baseline.length == 0 || baseline.length != candidate.length) {
      if (!evidence.hasProblem()) {
        evidence.undecided(name, "no complete pairs", "pairs of values", "");
      }
      return;
    }
    double alpha = (1 - input.pack().gates().perf().confidence()) / input.confirmations();
    PairedEffect effect =
        objective.direction() == Metric.Direction.LOWER
            ? PairedEffect.of(baseline, candidate, alpha)
            : PairedEffect.of(candidate, baseline, alpha);
    effects.add(
        new Effect(
            scenario.name(),
            objective.name(),
            objective.unit(),
            effect.ratio(),
            effect.low(),
            effect.high(),
            1 - alpha,
            effect.pairs(),
            median(baseline),
            median(candidate)));
    decide(name, scenario, effect, alpha, input.pack().gates().perf(), evidence);
  }

  private static void decide(
      String name,
      Scenario scenario,
      PairedEffect effect,
      double alpha,
      BenchPack.Thresholds.Perf wanted,
      EvidenceList evidence) {
    String limit =
        String.format(
            Locale.ROOT,
            "at least %.1f %% with %.2f %% confidence, one-sided",
            100 * wanted.minimumGain(),
            100 * (1 - alpha));
    if (!effect.bounded()) {
      evidence.undecided(
          name,
          effect.pairs() + " pairs",
          limit,
          "takes at least " + SignFlip.pairsNeeded(alpha) + " pairs");
      return;
    }
    String observed =
        String.format(
            Locale.ROOT,
            "%.1f %% gain [%.1f, %.1f], %d pairs",
            100 * (1 - effect.ratio()),
            100 * (1 - effect.high()),
            100 * (1 - effect.low()),
            effect.pairs());
    if (1 - effect.high() >= wanted.minimumGain()) {
      evidence.pass(name, observed, limit);
    } else if (1 - effect.low() < wanted.minimumGain()) {
      evidence.fail(
          name,
          observed,
          limit,
          scenario.role() == Scenario.Role.HOLDOUT
              ? "the gain does not carry over to this holdout scenario"
              : "the gain seen while searching does not hold on fresh runs");
    } else {
      evidence.undecided(name, observed, limit, "the interval straddles the limit");
    }
  }

  /** The arm's values by round; puts what is wrong with them into the evidence. */
  private static double[] values(
      Evaluation confirmation, Metric metric, Scenario scenario, Arm arm, EvidenceList evidence) {
    List<Double> values = new ArrayList<>();
    confirmation.runs().stream()
        .filter(run -> run.arm() == arm && run.scenario().equals(scenario.name()))
        .sorted(Comparator.comparingInt(BenchRun::round))
        .forEach(run -> add(run, metric, values, evidence));
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static void add(BenchRun run, Metric metric, List<Double> values, EvidenceList evidence) {
    String name = run.scenario() + "/" + metric.name() + "/" + run.arm() + "/round " + run.round();
    MetricValue value = run.metrics().get(metric.name());
    if (value == null) {
      evidence.fail(name, "missing", "a value in " + metric.unit(), "");
    } else if (!value.unit().equals(metric.unit())) {
      evidence.fail(name, "unit " + value.unit(), "unit " + metric.unit(), "");
    } else if (!(value.value() > 0) || Double.isInfinite(value.value())) {
      evidence.fail(name, String.valueOf(value.value()), "a finite positive number", "");
    } else {
      values.add(value.value());
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}

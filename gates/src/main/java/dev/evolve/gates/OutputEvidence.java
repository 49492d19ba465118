package dev.evolve.gates;

import dev.evolve.measure.Accuracy;
import dev.evolve.measure.Arm;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.OutputRule;
import dev.evolve.measure.ParityObservation;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.pack.BenchPack.Output;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Looks at what an evaluation recorded of outputs, scenario by scenario. */
final class OutputEvidence {

  private static final int SEEDS = 3;

  private final Output output;
  private final Evaluation evaluation;
  private final RepeatEvidence repeats;
  private final AccuracyEvidence accuracy;
  private final HashEvidence hashes;

  OutputEvidence(Output output, Evaluation evaluation) {
    this.output = output;
    this.evaluation = evaluation;
    this.repeats = new RepeatEvidence(evaluation);
    this.accuracy = new AccuracyEvidence(output);
    this.hashes = new HashEvidence(output.demands().hashes(), evaluation);
  }

  /** A scenario with metrics: every round's outputs have to be compared. */
  void measured(Scenario scenario, EvidenceList evidence) {
    Map<Integer, Long> wanted = new TreeMap<>();
    evaluation.runs().stream()
        .filter(run -> run.scenario().equals(scenario.name()))
        .forEach(run -> wanted.put(run.round(), run.seed()));
    judge(scenario, wanted, evidence);
  }

  /** A scenario that is run for its output alone: on the seed of its repeats and two others. */
  void checked(Scenario scenario, EvidenceList evidence) {
    List<ParityObservation> found = parity(scenario);
    long seeds = found.stream().map(ParityObservation::seed).distinct().count();
    boolean isOnRepeats =
        repeats
            .of(scenario, Arm.CANDIDATE)
            .filter(repeat -> found.stream().anyMatch(it -> it.seed() == repeat.seed()))
            .isPresent();
    if (seeds < SEEDS || !isOnRepeats) {
      evidence.undecided(
          scenario.name() + "/inputs",
          seeds + " different inputs" + (isOnRepeats ? "" : ", not those of the repeats"),
          SEEDS + " different inputs, those of the repeats among them",
          "evaluate the candidate again");
    }
    Map<Integer, Long> wanted = new TreeMap<>();
    found.forEach(observation -> wanted.put(observation.round(), observation.seed()));
    judge(scenario, wanted, evidence);
  }

  private void judge(Scenario scenario, Map<Integer, Long> wanted, EvidenceList evidence) {
    repeats.judge(scenario, evidence);
    hashes.judge(scenario, evidence);
    List<ParityObservation> found = parity(scenario);
    double typicalNorm = OutputRule.typicalNorm(found);
    Optional<RepeatObservation> baseline = repeats.of(scenario, Arm.BASELINE);
    Optional<RepeatObservation> candidate = repeats.of(scenario, Arm.CANDIDATE);
    if (!output.demands().reference().isEmpty()) {
      accuracy.judge(scenario, baseline, candidate, typicalNorm, evidence);
    }
    parity(
        scenario,
        found,
        wanted,
        leastTolerance(scenario, baseline, evidence),
        typicalNorm,
        evidence);
  }

  private List<ParityObservation> parity(Scenario scenario) {
    return evaluation.parity().stream()
        .filter(observation -> observation.scenario().equals(scenario.name()))
        .toList();
  }

  /** A multiple of what the baseline's arithmetic costs; tells a pack whose tolerance is below. */
  private double leastTolerance(
      Scenario scenario, Optional<RepeatObservation> baseline, EvidenceList evidence) {
    if (output.demands().reference().isEmpty()) {
      return 0;
    }
    boolean isHostile = scenario.role() == Scenario.Role.ADVERSARIAL;
    double factor = isHostile ? OutputRule.HOSTILE_NOISE_FACTOR : OutputRule.NOISE_FACTOR;
    double noise =
        baseline
            .flatMap(repeat -> Optional.ofNullable(repeat.accuracy()))
            .map(this::noise)
            .filter(Double::isFinite)
            .orElse(0.0);
    // Of hostile values nothing follows for the tolerance of the pack.
    if (!isHostile && factor * noise > output.tolerance()) {
      evidence.add(widened(scenario, noise, factor));
    }
    return factor * noise;
  }

  private double noise(Accuracy accuracy) {
    return accuracy.noise() / OutputRule.coarseness(output.dtype(), accuracy.rootMeanSquare());
  }

  private Evidence widened(Scenario scenario, double noise, double factor) {
    return new Evidence(
        scenario.name() + "/tolerance",
        Verdict.PASS,
        String.format(Locale.ROOT, "the baseline's own noise is %.3g", noise),
        String.format(Locale.ROOT, "a tolerance of at least %.0f times that", factor),
        String.format(
            Locale.ROOT,
            "the pack's %.3g is tighter than the baseline repeats itself, so %.3g was held against;"
                + " state that as output.tolerance, or claim bitwise",
            output.tolerance(),
            factor * noise),
        new Evidence.Figures(noise, null, null, output.tolerance() / factor, "1", 1));
  }

  private void parity(
      Scenario scenario,
      List<ParityObservation> found,
      Map<Integer, Long> wanted,
      double leastTolerance,
      double typicalNorm,
      EvidenceList evidence) {
    String name = scenario.name() + "/parity";
    OutputRule rule = OutputRule.atLeast(output, leastTolerance);
    Map<Integer, Long> compared = new TreeMap<>();
    found.forEach(observation -> compared.put(observation.round(), observation.seed()));
    if (found.isEmpty() || found.size() != wanted.size() || !compared.equals(wanted)) {
      evidence.undecided(
          name,
          found.size() + " outputs compared, of rounds " + compared.keySet(),
          "the outputs of each of " + wanted.size() + " rounds, on the inputs of its runs",
          "evaluate the candidate again");
      return;
    }
    boolean mayBeEndless = scenario.role() == Scenario.Role.ADVERSARIAL;
    for (ParityObservation observation : found) {
      Optional<OutputRule.Breach> breach = rule.breach(observation, typicalNorm, mayBeEndless);
      if (breach.isPresent()) {
        evidence.add(failure(name, rule, observation, breach.get()));
        return;
      }
    }
    evidence.add(agreement(name, rule, found, typicalNorm));
  }

  private static Evidence failure(
      String name, OutputRule rule, ParityObservation bad, OutputRule.Breach breach) {
    return new Evidence(
        name,
        Verdict.FAIL,
        breach.text(),
        rule.limit(),
        "inputs of seed "
            + bad.seed()
            + ", "
            + bad.elements()
            + " elements: run both builds on that seed and compare the outputs",
        Double.isFinite(breach.value())
            ? new Evidence.Figures(breach.value(), null, null, breach.limit(), breach.unit(), 1)
            : null);
  }

  private static Evidence agreement(
      String name, OutputRule rule, List<ParityObservation> found, double typicalNorm) {
    double worst =
        found.stream().mapToDouble(it -> rule.distance(it, typicalNorm)).max().orElse(Double.NaN);
    double units =
        found.stream().mapToDouble(it -> rule.units(it, typicalNorm)).max().orElse(Double.NaN);
    return new Evidence(
        name,
        Verdict.PASS,
        Double.isNaN(worst)
            ? "NaN and infinities in the same places, " + found.size() + " outputs"
            : String.format(
                Locale.ROOT,
                "relative L2 error %.3g and %.3g units in the last place at most, %d outputs",
                worst,
                units,
                found.size()),
        rule.limit(),
        "",
        figures(rule, worst, found.size()));
  }

  private static Evidence.@Nullable Figures figures(OutputRule rule, double value, int samples) {
    return Double.isFinite(value)
        ? new Evidence.Figures(value, null, null, rule.tolerance(), "1", samples)
        : null;
  }
}

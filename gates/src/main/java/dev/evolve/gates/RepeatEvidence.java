package dev.evolve.gates;

import dev.evolve.measure.Arm;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/** Looks at repeated runs: same build, same seed, same machine, at least three of them. */
final class RepeatEvidence {

  private static final int REPEATS = 3;
  private static final String LIMIT = REPEATS + " runs with equal output";

  private final Evaluation evaluation;

  RepeatEvidence(Evaluation evaluation) {
    this.evaluation = evaluation;
  }

  /** The repeats of one arm; empty if there are none or more than one set of them. */
  Optional<RepeatObservation> of(Scenario scenario, Arm arm) {
    List<RepeatObservation> found = all(scenario, arm);
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  private List<RepeatObservation> all(Scenario scenario, Arm arm) {
    return evaluation.repeats().stream()
        .filter(repeat -> repeat.arm() == arm && repeat.scenario().equals(scenario.name()))
        .toList();
  }

  void judge(Scenario scenario, EvidenceList evidence) {
    for (Arm arm : Arm.values()) {
      String name = scenario.name() + "/" + arm + "/repeats";
      List<RepeatObservation> found = all(scenario, arm);
      if (found.isEmpty()) {
        evidence.undecided(name, "none", LIMIT, "evaluate the candidate again");
      }
      found.forEach(repeat -> equal(name, repeat, evidence));
      found.forEach(repeat -> machine(name, repeat, evidence));
    }
    seeds(scenario, evidence);
  }

  private static void equal(String name, RepeatObservation repeat, EvidenceList evidence) {
    List<String> hashes = repeat.outputSha256();
    long different = hashes.stream().distinct().count();
    String seed = " with seed " + repeat.seed();
    if (hashes.contains("missing") || hashes.stream().anyMatch(String::isBlank)) {
      evidence.fail(name, "a run without output", LIMIT, "run the bench" + seed);
    } else if (different > 1) {
      boolean isBaseline = repeat.arm() == Arm.BASELINE;
      evidence.add(
          new Evidence(
              name,
              isBaseline ? Verdict.INVALID : Verdict.FAIL,
              different + " different outputs" + seed,
              LIMIT,
              isBaseline
                  ? "the baseline does not repeat itself, so nothing can be compared with it; make"
                      + " it deterministic first"
                  : "not deterministic: look for atomics, unordered reductions and memory that is"
                      + " read before it is written",
              figures(different, hashes)));
    } else if (hashes.size() < REPEATS) {
      evidence.undecided(name, hashes.size() + " runs", LIMIT, "evaluate the candidate again");
    } else {
      evidence.add(
          new Evidence(
              name,
              Verdict.PASS,
              hashes.size() + " equal outputs" + seed,
              LIMIT,
              "",
              figures(different, hashes)));
    }
  }

  private static Evidence.Figures figures(long different, List<String> hashes) {
    return new Evidence.Figures(different, null, null, 1.0, "different outputs", hashes.size());
  }

  private void machine(String name, RepeatObservation repeat, EvidenceList evidence) {
    String wanted = evaluation.hardware().id();
    String found = repeat.hardwareId();
    if (found == null) {
      evidence.undecided(
          name + "/machine", "not looked at", "hardware " + wanted, "evaluate the candidate again");
    } else if (!found.equals(wanted)) {
      evidence.invalid(
          name + "/machine",
          "hardware " + found,
          "hardware " + wanted,
          "the machine changed under the evaluation; evaluate the candidate again on one machine");
    }
  }

  private void seeds(Scenario scenario, EvidenceList evidence) {
    List<Long> seeds =
        evaluation.repeats().stream()
            .filter(repeat -> repeat.scenario().equals(scenario.name()))
            .map(RepeatObservation::seed)
            .distinct()
            .toList();
    if (seeds.size() > 1) {
      evidence.invalid(
          scenario.name() + "/repeats",
          "seeds " + seeds,
          "one seed for both arms",
          "evaluate the candidate again");
    }
  }
}

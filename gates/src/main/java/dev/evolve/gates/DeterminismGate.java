package dev.evolve.gates;

import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.measure.Arm;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.ParityObservation;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Scenario;
import dev.evolve.verdict.GateFinding;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The same build and seed give the same bytes, and the candidate's output is the baseline's within
 * the pack's tolerance, on inputs drawn after the build.
 *
 * <p>The measure is a norm over the whole output, not element by element: a mere change of
 * summation order breaks 1e-6 in many elements of a zero-mean fp32 product, and its relative L2
 * error stays near 1e-7.
 */
final class DeterminismGate implements Gate {

  private static final int REPEATS = 3;

  @Override
  public String name() {
    return "determinism";
  }

  @Override
  public Moment moment() {
    return Moment.AFTER_EVALUATION;
  }

  @Override
  public GateFinding judge(GateInput input) {
    EvidenceList evidence = new EvidenceList();
    Optional<Evaluation> confirmation = Layout.check(input, evidence);
    if (confirmation.isPresent()) {
      for (Scenario scenario : input.pack().scenarios()) {
        repeats(confirmation.get(), scenario, evidence);
        parity(confirmation.get(), scenario, input.pack().output(), evidence);
      }
    }
    return GateFinding.of(
        name(),
        evidence.summary(
            "repeated runs are equal bit for bit, outputs agree with the baseline's on "
                + input.pack().scenarios().size()
                + " scenarios"),
        evidence.items(),
        List.of());
  }

  private static void repeats(Evaluation confirmation, Scenario scenario, EvidenceList evidence) {
    for (Arm arm : Arm.values()) {
      String name = scenario.name() + "/" + arm + "/repeats";
      String limit = REPEATS + " runs with equal output";
      List<RepeatObservation> found =
          confirmation.repeats().stream()
              .filter(repeat -> repeat.arm() == arm && repeat.scenario().equals(scenario.name()))
              .toList();
      if (found.isEmpty()) {
        evidence.undecided(name, "none", limit, "");
      }
      for (RepeatObservation repeat : found) {
        List<String> hashes = repeat.outputSha256();
        if (hashes.contains("missing") || hashes.stream().anyMatch(String::isBlank)) {
          evidence.fail(name, "a run without output", limit, "");
        } else if (hashes.stream().distinct().count() > 1) {
          evidence.fail(
              name, "different outputs with seed " + repeat.seed(), limit, "not deterministic");
        } else if (hashes.size() < REPEATS) {
          evidence.undecided(name, hashes.size() + " runs", limit, "");
        } else {
          evidence.pass(name, hashes.size() + " equal outputs", limit);
        }
      }
    }
  }

  private static void parity(
      Evaluation confirmation, Scenario scenario, BenchPack.Output output, EvidenceList evidence) {
    String name = scenario.name() + "/parity";
    List<ParityObservation> found =
        confirmation.parity().stream()
            .filter(observation -> observation.scenario().equals(scenario.name()))
            .toList();
    Map<Integer, Long> wanted = new TreeMap<>();
    confirmation.runs().stream()
        .filter(run -> run.scenario().equals(scenario.name()))
        .forEach(run -> wanted.put(run.round(), run.seed()));
    Map<Integer, Long> compared = new TreeMap<>();
    found.forEach(observation -> compared.put(observation.round(), observation.seed()));
    String limit = limit(output);
    if (found.isEmpty() || found.size() != wanted.size() || !compared.equals(wanted)) {
      evidence.undecided(
          name,
          found.size() + " outputs compared, of rounds " + compared.keySet(),
          "the outputs of each of " + wanted.size() + " rounds, on the inputs of its runs",
          "");
      return;
    }
    Optional<ParityObservation> bad =
        found.stream().filter(observation -> !agrees(output, observation)).findFirst();
    if (bad.isPresent()) {
      evidence.fail(name, describe(bad.get()), limit, "inputs of seed " + bad.get().seed());
    } else {
      double worst =
          found.stream().mapToDouble(ParityObservation::relativeL2).max().orElse(Double.NaN);
      evidence.pass(
          name, String.format(Locale.ROOT, "%.3g at most, %d outputs", worst, found.size()), limit);
    }
  }

  private static boolean agrees(BenchPack.Output output, ParityObservation observation) {
    if (!observation.problem().isEmpty()
        || observation.nonFiniteMismatches() != 0
        || observation.elements() <= 0) {
      return false;
    }
    return switch (output.measure()) {
      case BITWISE -> observation.bitwiseEqual();
      case RELATIVE_L2 ->
          observation.relativeL2() >= 0 && observation.relativeL2() <= output.tolerance();
    };
  }

  private static String describe(ParityObservation bad) {
    if (!bad.problem().isEmpty()) {
      return bad.problem();
    }
    if (bad.elements() <= 0) {
      return "an empty output";
    }
    if (bad.nonFiniteMismatches() != 0) {
      return bad.nonFiniteMismatches() + " elements that are NaN or infinite in one output only";
    }
    return String.format(Locale.ROOT, "relative L2 error %.3g", bad.relativeL2());
  }

  private static String limit(BenchPack.Output output) {
    return switch (output.measure()) {
      case BITWISE -> "every byte equal";
      case RELATIVE_L2 ->
          String.format(Locale.ROOT, "relative L2 error of at most %.3g", output.tolerance());
    };
  }
}

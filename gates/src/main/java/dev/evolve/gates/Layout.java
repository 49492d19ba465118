package dev.evolve.gates;

import dev.evolve.gate.ConfirmationTerms;
import dev.evolve.gate.GateInput;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Checks that a confirmation was laid out so that a verdict can rest on it: the right phase, both
 * builds, every declared scenario and no other, each round with exactly one run of each arm on the
 * same inputs, both orders, every run ended well.
 */
final class Layout {

  private Layout() {}

  /**
   * Puts what is wrong with the confirmation into {@code evidence}.
   *
   * @return the confirmation, if a gate may look further
   */
  static Optional<Evaluation> check(GateInput input, EvidenceList evidence) {
    BenchPack pack = input.pack();
    String proposalId = input.proposal().id();
    Optional<Evaluation> confirmation = input.confirmationIfAny();
    if (confirmation.isEmpty()) {
      evidence.undecided("confirmation", "none", "fresh runs made after selection", "");
      return Optional.empty();
    }
    Evaluation evaluation = confirmation.get();
    if (!evaluation.proposalId().equals(proposalId)) {
      evidence.undecided(
          "confirmation", "of " + evaluation.proposalId(), "of " + proposalId, "another candidate");
      return Optional.empty();
    }
    if (evaluation.phase() != Evaluation.Phase.CONFIRMATION) {
      evidence.undecided(
          "confirmation",
          evaluation.phase().name(),
          "CONFIRMATION",
          "the runs that a candidate was chosen by cannot confirm it");
      return Optional.empty();
    }
    terms(input.terms(), evaluation, evidence);
    builds(evaluation, evidence);
    runsEndedWell(evaluation, evidence);
    if (evidence.hasProblem()) {
      return Optional.empty();
    }
    scenarios(pack, evaluation, evidence);
    rounds(evaluation, evidence);
    numbering(pack, evaluation, evidence);
    orders(evaluation, evidence);
    LayoutTimes.check(input, evaluation, evidence);
    return evidence.hasProblem() ? Optional.empty() : Optional.of(evaluation);
  }

  /** What a confirmation shows holds for its machine only. */
  private static void terms(ConfirmationTerms terms, Evaluation evaluation, EvidenceList evidence) {
    if (terms.confirmations() < 1 || terms.rounds() < 1) {
      evidence.undecided(
          "terms",
          terms.confirmations() + " confirmations of " + terms.rounds() + " rounds",
          "how many candidates may be confirmed with how many rounds, 1 or more of each",
          "the confidence cannot be corrected for an unknown number of looks");
    }
    if (!evaluation.hardware().equals(terms.machine())) {
      evidence.invalid(
          "machine",
          MachineDifference.between(terms.machine(), evaluation.hardware()),
          "the machine of the campaign, " + terms.machine().id(),
          "a result on one machine says nothing of another; confirm again there");
    }
  }

  private static void builds(Evaluation evaluation, EvidenceList evidence) {
    for (Arm arm : Arm.values()) {
      Optional<BuildRecord> build = evaluation.build(arm);
      if (build.isEmpty()) {
        evidence.fail("build/" + arm, "none", "a build that succeeded", "");
      } else if (build.get().status() != BuildRecord.Status.OK) {
        evidence.fail("build/" + arm, build.get().status().name(), "OK", build.get().log());
      }
    }
  }

  private static void runsEndedWell(Evaluation evaluation, EvidenceList evidence) {
    if (evaluation.runs().isEmpty() && !evidence.hasProblem()) {
      evidence.undecided("runs", "none", "runs of both arms", "");
    }
    for (BenchRun run : evaluation.runs()) {
      if (run.status() != BenchRun.Status.OK) {
        evidence.fail(
            run.scenario() + "/" + run.arm() + "/round " + run.round(),
            run.status().name(),
            "OK",
            run.detail());
      }
    }
  }

  private static void scenarios(BenchPack pack, Evaluation evaluation, EvidenceList evidence) {
    Set<String> declared = new HashSet<>();
    for (Scenario scenario : pack.scenarios()) {
      declared.add(scenario.name());
      boolean measured =
          evaluation.runs().stream().anyMatch(run -> run.scenario().equals(scenario.name()));
      if (!measured) {
        evidence.undecided(
            scenario.name(), "not measured", "both arms on every declared scenario", "");
      }
    }
    evaluation.runs().stream()
        .map(BenchRun::scenario)
        .distinct()
        .filter(name -> !declared.contains(name))
        .forEach(
            name -> evidence.fail(name, "measured", "declared scenarios only", "not in the pack"));
  }

  private static void rounds(Evaluation evaluation, EvidenceList evidence) {
    Map<String, List<BenchRun>> rounds = new HashMap<>();
    for (BenchRun run : evaluation.runs()) {
      rounds
          .computeIfAbsent(run.scenario() + "/round " + run.round(), key -> new ArrayList<>())
          .add(run);
    }
    rounds.keySet().stream()
        .sorted()
        .forEach(
            name -> {
              List<BenchRun> round = rounds.getOrDefault(name, List.of());
              boolean paired =
                  round.size() == 2
                      && round.get(0).arm() != round.get(1).arm()
                      && Math.min(round.get(0).position(), round.get(1).position()) == 0
                      && Math.max(round.get(0).position(), round.get(1).position()) == 1;
              if (!paired) {
                evidence.fail(name, round.size() + " runs", "one run of each arm", "");
              } else if (round.get(0).seed() != round.get(1).seed()) {
                evidence.fail(name, "two seeds", "the same inputs for both arms", "");
              }
            });
  }

  /** Rounds are numbered from 0 without gaps, in the order they ran: none was left out or moved. */
  private static void numbering(BenchPack pack, Evaluation evaluation, EvidenceList evidence) {
    for (Scenario scenario : pack.scenarios()) {
      List<Integer> rounds =
          evaluation.runs().stream()
              .filter(run -> run.scenario().equals(scenario.name()))
              .map(BenchRun::round)
              .toList();
      List<Integer> wanted = IntStream.range(0, rounds.size()).mapToObj(run -> run / 2).toList();
      if (!rounds.equals(wanted)) {
        evidence.undecided(
            scenario.name() + "/rounds",
            "rounds " + rounds,
            "every round from 0 on, in the order they ran",
            "rounds that were left out or moved cannot be told from rounds that were picked");
      }
    }
  }

  /** Each arm first about as often: a coin for every two rounds keeps it within one of them. */
  private static void orders(Evaluation evaluation, EvidenceList evidence) {
    long pairs = evaluation.runs().stream().filter(run -> run.arm() == Arm.CANDIDATE).count();
    long candidateFirst =
        evaluation.runs().stream()
            .filter(run -> run.arm() == Arm.CANDIDATE && run.position() == 0)
            .count();
    if (pairs > 1 && (4 * candidateFirst < pairs || 4 * candidateFirst > 3 * pairs)) {
      evidence.invalid(
          "order",
          "the candidate first in " + candidateFirst + " of " + pairs + " pairs",
          "each arm first in about half of them",
          "whatever the first run does to the machine would count for one arm only");
    }
  }
}

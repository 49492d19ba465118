package dev.evolve.gates;

import dev.evolve.gate.GateInput;
import dev.evolve.measure.Arm;
import dev.evolve.pack.BenchPack;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryVerdict;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/** Looks at a canary: of this candidate, every declared stage as it was declared, and PROMOTE. */
final class CanaryEvidence {

  private static final String NAME = "canary";
  private static final String LIMIT = "PROMOTE after every stage";

  private CanaryEvidence() {}

  static void judge(GateInput input, Binding binding, EvidenceList evidence) {
    Optional<CanaryReport> found = input.canaryIfAny();
    if (found.isEmpty()) {
      evidence.undecided(NAME, "none", LIMIT, "run the canary");
      return;
    }
    CanaryReport report = found.get();
    if (report.verdict() != CanaryVerdict.PROMOTE) {
      int declared = input.pack().canary().stages().size();
      if (report.verdict() == CanaryVerdict.HOLD && report.stages().size() < declared) {
        evidence.undecided(NAME, report.stages().size() + " stages", declared + " stages", "");
      } else {
        evidence.fail(NAME, report.verdict().name(), LIMIT, report.summary());
      }
      return;
    }
    boolean isBound = subject(report, binding, evidence);
    if (isBound && stages(report, input.pack().canary().stages(), evidence)) {
      evidence.pass(NAME, report.summary(), LIMIT);
    }
  }

  private static boolean subject(CanaryReport report, Binding binding, EvidenceList evidence) {
    CanaryReport.Subject subject = report.subject();
    if (subject == null) {
      evidence.undecided(
          NAME + "/subject",
          "not recorded",
          "proposal " + binding.proposalId(),
          "a canary of nothing in particular; run it again");
      return false;
    }
    boolean isOurs =
        Binding.holds(
            NAME + "/subject",
            subject.proposalId(),
            Optional.of(binding.proposalId()),
            "proposal",
            evidence);
    return isOurs
        && artifact(Arm.BASELINE, subject.baselineSha256(), binding, evidence)
        && artifact(Arm.CANDIDATE, subject.candidateSha256(), binding, evidence);
  }

  private static boolean artifact(Arm arm, String served, Binding binding, EvidenceList evidence) {
    return Binding.holds(NAME + "/" + arm, served, binding.artifact(arm), "artifact", evidence);
  }

  /** The judge's word counts only with evidence for it, from every stage as it was declared. */
  private static boolean stages(
      CanaryReport report, List<BenchPack.Canary.Stage> declared, EvidenceList evidence) {
    List<CanaryStageReport> stages = report.stages();
    if (declared.isEmpty() || stages.size() != declared.size()) {
      evidence.undecided(
          NAME, stages.size() + " stages", declared.size() + " stages", "run every stage");
      return false;
    }
    for (int i = 0; i < declared.size(); i++) {
      String flaw = flaw(stages.get(i), i, declared.get(i));
      if (!flaw.isEmpty()) {
        evidence.undecided(
            NAME + "/stage " + i,
            flaw,
            "stage %d with weight %s and %d requests"
                .formatted(i, declared.get(i).weight(), declared.get(i).requests()),
            "run the canary again");
        return false;
      }
    }
    boolean isBackedUp =
        !report.evidence().isEmpty()
            && report.evidence().stream().allMatch(item -> item.verdict() == Verdict.PASS);
    if (!isBackedUp) {
      evidence.undecided(
          NAME,
          "PROMOTE, although not every evidence passes",
          "PROMOTE on evidence that passes",
          report.summary());
    }
    return isBackedUp;
  }

  private static String flaw(CanaryStageReport stage, int index, BenchPack.Canary.Stage declared) {
    long requests = stage.baseline().requests() + stage.candidate().requests();
    if (!stage.problem().isBlank()) {
      return stage.problem();
    }
    if (stage.stage() != index) {
      return "stage " + stage.stage();
    }
    if (stage.weight() != declared.weight()) {
      return "weight " + stage.weight();
    }
    if (stage.baseline().arm() != Arm.BASELINE || stage.candidate().arm() != Arm.CANDIDATE) {
      return "arms that are mixed up";
    }
    boolean isOneSided = stage.baseline().requests() <= 0 || stage.candidate().requests() <= 0;
    return isOneSided || requests < declared.requests()
        ? "%d requests to the baseline, %d to the candidate"
            .formatted(stage.baseline().requests(), stage.candidate().requests())
        : "";
  }
}

package dev.evolve.gates;

import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.promotion.RollbackRehearsal;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryVerdict;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/** The canary says PROMOTE, and the rollback was carried out in a scratch clone and works. */
final class PromotionGate implements Gate {

  @Override
  public String name() {
    return "promotion";
  }

  @Override
  public Moment moment() {
    return Moment.BEFORE_PROMOTION;
  }

  @Override
  public GateFinding judge(GateInput input) {
    EvidenceList evidence = new EvidenceList();
    canary(input, evidence);
    rehearsal(input.rehearsalIfAny(), evidence);
    return GateFinding.of(
        name(),
        evidence.summary("the canary holds and the rollback restores tree and artifact"),
        evidence.items(),
        List.of());
  }

  private static void canary(GateInput input, EvidenceList evidence) {
    Optional<CanaryReport> report = input.canaryIfAny();
    int declared = input.pack().canary().stages().size();
    if (report.isEmpty()) {
      evidence.undecided("canary", "none", "PROMOTE after every stage", "");
    } else if (report.get().stages().size() < declared || declared == 0) {
      evidence.undecided(
          "canary", report.get().stages().size() + " stages", declared + " stages", "");
    } else if (report.get().verdict() == CanaryVerdict.PROMOTE && !isBackedUp(report.get())) {
      evidence.undecided(
          "canary",
          "PROMOTE, although not every evidence passes",
          "PROMOTE on evidence that passes, from stages that ran",
          report.get().summary());
    } else if (report.get().verdict() == CanaryVerdict.PROMOTE) {
      evidence.pass("canary", report.get().summary(), "PROMOTE after every stage");
    } else {
      evidence.fail(
          "canary",
          report.get().verdict().name(),
          "PROMOTE after every stage",
          report.get().summary());
    }
  }

  /** The judge's word counts only with evidence for it: some, all passing, from every stage. */
  private static boolean isBackedUp(CanaryReport report) {
    return !report.evidence().isEmpty()
        && report.evidence().stream().allMatch(item -> item.verdict() == Verdict.PASS)
        && report.stages().stream()
            .allMatch(
                stage ->
                    stage.problem().isBlank()
                        && stage.baseline().requests() > 0
                        && stage.candidate().requests() > 0)
        && report.stages().stream().map(CanaryStageReport::stage).distinct().count()
            == report.stages().size();
  }

  private static void rehearsal(Optional<RollbackRehearsal> rehearsal, EvidenceList evidence) {
    if (rehearsal.isEmpty()) {
      evidence.undecided("rollback", "not rehearsed", "carried out in a scratch clone", "");
      return;
    }
    RollbackRehearsal it = rehearsal.get();
    if (!it.problem().isEmpty()) {
      evidence.fail("rollback", it.problem(), "no problem", "");
    } else if (it.treeBefore().isBlank() || !it.treeBefore().equals(it.treeAfterRevert())) {
      evidence.fail(
          "rollback/tree", it.treeAfterRevert(), "the tree before, " + it.treeBefore(), "");
    } else {
      evidence.pass("rollback/tree", it.treeAfterRevert(), "the tree before");
    }
    if (it.artifactRestored() && !it.previousArtifactSha256().isBlank()) {
      evidence.pass("rollback/artifact", it.previousArtifactSha256(), "the artifact before");
    } else {
      evidence.fail("rollback/artifact", "not restored", "the artifact before from the store", "");
    }
  }
}

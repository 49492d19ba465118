package dev.evolve.gates;

import dev.evolve.gate.GateInput;
import dev.evolve.measure.Arm;
import dev.evolve.promotion.RollbackRehearsal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Looks at a rehearsal: of this change on this commit, with the tree and the artifact restored. */
final class RollbackEvidence {

  private static final String NAME = "rollback";
  private static final Pattern TREE = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  private RollbackEvidence() {}

  static void judge(GateInput input, Binding binding, EvidenceList evidence) {
    Optional<RollbackRehearsal> found = input.rehearsalIfAny();
    if (found.isEmpty()) {
      evidence.undecided(
          NAME, "not rehearsed", "carried out in a scratch clone", "rehearse the rollback");
      return;
    }
    RollbackRehearsal rehearsal = found.get();
    if (!rehearsal.problem().isEmpty()) {
      evidence.fail(
          NAME, rehearsal.problem(), "no problem", "nothing lands that cannot be taken back");
      return;
    }
    if (subject(rehearsal, binding, evidence)) {
      tree(rehearsal, evidence);
      artifact(rehearsal, binding, evidence);
    }
  }

  private static boolean subject(
      RollbackRehearsal rehearsal, Binding binding, EvidenceList evidence) {
    RollbackRehearsal.Subject subject = rehearsal.subject();
    if (subject == null) {
      evidence.undecided(
          NAME + "/subject",
          "not recorded",
          "proposal " + binding.proposalId() + " on commit " + binding.baseCommit(),
          "a rehearsal of nothing in particular; rehearse the rollback again");
      return false;
    }
    boolean isOnCommit =
        Binding.holds(
            NAME + "/commit",
            subject.baseCommit(),
            Optional.of(binding.baseCommit()),
            "commit",
            evidence);
    boolean isOfChange =
        Binding.holds(
            NAME + "/change",
            subject.changesetSha256(),
            Optional.of(binding.changesetSha256()),
            "changeset",
            evidence);
    return isOnCommit && isOfChange && merged(rehearsal, subject.mergedTree(), evidence);
  }

  /** A change that changed nothing in the clone was not taken back there either. */
  private static boolean merged(
      RollbackRehearsal rehearsal, String mergedTree, EvidenceList evidence) {
    boolean hasChanged =
        TREE.matcher(mergedTree).matches() && !mergedTree.equals(rehearsal.treeBefore());
    if (!hasChanged) {
      evidence.undecided(
          NAME + "/merge",
          mergedTree.isBlank() ? "no tree with the change" : "tree " + mergedTree,
          "another tree than before, " + rehearsal.treeBefore(),
          "nothing was merged, so nothing was reverted; rehearse the rollback again");
    }
    return hasChanged;
  }

  private static void tree(RollbackRehearsal rehearsal, EvidenceList evidence) {
    boolean isRestored =
        TREE.matcher(rehearsal.treeBefore()).matches()
            && rehearsal.treeBefore().equals(rehearsal.treeAfterRevert());
    if (isRestored) {
      evidence.pass(NAME + "/tree", rehearsal.treeAfterRevert(), "the tree before");
    } else {
      evidence.fail(
          NAME + "/tree",
          rehearsal.treeAfterRevert().isBlank() ? "none" : rehearsal.treeAfterRevert(),
          "the tree before, " + rehearsal.treeBefore(),
          "the revert does not restore what was there; look at what else the change touches");
    }
  }

  private static void artifact(
      RollbackRehearsal rehearsal, Binding binding, EvidenceList evidence) {
    String name = NAME + "/artifact";
    String previous = rehearsal.previousArtifactSha256();
    if (!rehearsal.artifactRestored() || previous.isBlank()) {
      evidence.fail(
          name,
          "not restored",
          "the artifact before from the store",
          "put the baseline's artifact back into the store, or build it again");
    } else if (Binding.holds(
        name, previous, binding.artifact(Arm.BASELINE), "artifact", evidence)) {
      evidence.pass(name, previous, "the artifact before");
    }
  }
}

package dev.evolve.gates;

import dev.evolve.gate.GateInput;
import dev.evolve.measure.Arm;
import dev.evolve.promotion.RollbackRehearsal;
import java.util.Optional;

/**
 * What evidence for a promotion has to be of: the proposal, its base and the confirmed binaries.
 */
final class Binding {

  private final GateInput input;

  Binding(GateInput input) {
    this.input = input;
  }

  String proposalId() {
    return input.proposal().id();
  }

  /** Full hash of the base commit; empty if it is not known. */
  String baseCommit() {
    return input.baseCommit();
  }

  String changesetSha256() {
    return RollbackRehearsal.Subject.of(input.proposal().changeset());
  }

  /** The artifact of an arm that is deployed, as the confirmation of this proposal built it. */
  Optional<String> artifact(Arm arm) {
    String path = input.pack().build().artifacts().getFirst();
    return input
        .confirmationIfAny()
        .filter(confirmation -> confirmation.proposalId().equals(proposalId()))
        .flatMap(confirmation -> confirmation.build(arm))
        .flatMap(build -> Optional.ofNullable(build.artifacts().get(path)));
  }

  /** Notes that evidence is of something else, which is no evidence on this. */
  static boolean holds(
      String name, String found, Optional<String> wanted, String what, EvidenceList evidence) {
    if (wanted.isEmpty() || wanted.get().isBlank()) {
      evidence.undecided(
          name,
          what + " " + found,
          "the same as of the candidate, which is not known",
          "confirm the candidate again");
      return false;
    }
    if (!found.equals(wanted.get())) {
      evidence.invalid(
          name,
          what + " " + (found.isBlank() ? "not recorded" : found),
          what + " " + wanted.get(),
          "evidence of something else says nothing of this candidate; gather it again");
      return false;
    }
    return true;
  }
}

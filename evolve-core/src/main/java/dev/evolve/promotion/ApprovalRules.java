package dev.evolve.promotion;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.git.CommitMessage;
import dev.evolve.git.CommitObject;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.provenance.Trailers;
import java.util.Optional;

/** What an approval must be before anything is merged on the strength of it. */
final class ApprovalRules {

  private ApprovalRules() {}

  /**
   * Checks that the approval is by someone and on this very commit and envelope.
   *
   * @throws EvolveException NOT_ALLOWED saying what does not fit
   */
  static void check(String proposalId, ProposalCommit commit, Approval approval) {
    if (CommitMessage.oneLine(approval.person()).isEmpty()
        || CommitMessage.oneLine(approval.via()).isEmpty()) {
      throw notAllowed(proposalId, "it does not say who approved, and how");
    }
    if (!approval.commit().equals(commit.commit())) {
      throw notAllowed(
          proposalId, "it is on commit " + approval.commit() + ", not on " + commit.commit());
    }
    if (!approval.envelopeSha256().equals(commit.envelopeSha256())) {
      throw notAllowed(
          proposalId,
          "it is on the envelope "
              + approval.envelopeSha256()
              + ", not on "
              + commit.envelopeSha256());
    }
  }

  /** What stands against the approval in the commit itself; empty if nothing does. */
  static Optional<String> mismatch(CommitObject proposal, Approval approval) {
    String envelope = CommitMessage.onlyValue(proposal.message(), Trailers.ENVELOPE);
    if (!envelope.equals(Trailers.hash(approval.envelopeSha256()))) {
      return Optional.of("the approval is on another envelope than the commit's " + envelope);
    }
    String agent = CommitMessage.onlyValue(proposal.message(), Trailers.AGENT);
    if (CommitMessage.oneLine(approval.person()).equalsIgnoreCase(agent)) {
      return Optional.of(agent + " wrote the change and cannot approve it");
    }
    return Optional.empty();
  }

  private static EvolveException notAllowed(String proposalId, String why) {
    return new EvolveException(
        ErrorCode.NOT_ALLOWED,
        "the approval of " + proposalId + " does not count: " + why + "; approve it again");
  }
}

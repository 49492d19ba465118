package dev.evolve.provenance;

import dev.evolve.git.CommitMessage;
import dev.evolve.git.CommitObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Checks a merge commit: its shape, and that a person approved this very change. */
final class ApprovalChecks {

  private static final String AUTO_APPROVE = "auto-approve";

  private ApprovalChecks() {}

  /** Makes every check. */
  static void check(
      CommitObject merge,
      String proposalHash,
      CommitObject proposal,
      @Nullable OutputEnvelope envelope,
      CheckList checks) {
    checks.holds("merge-shape", () -> shape(merge, proposal));
    checks.holds("approval", () -> approval(merge, proposalHash, proposal));
    if (envelope == null) {
      checks.impossible("the envelope cannot be read", "approver-is-not-author");
    } else {
      checks.holds("approver-is-not-author", () -> approver(merge, envelope));
    }
  }

  private static String shape(CommitObject merge, CommitObject proposal) {
    if (!merge.parents().getFirst().equals(proposal.parents().getFirst())) {
      throw CheckList.broken(
          "a merge into the commit that was validated, " + proposal.parents().getFirst().name(),
          merge.parents().getFirst().name());
    }
    CheckList.same("the proposal's tree", proposal.tree().name(), merge.tree().name());
    return "merges the proposal and nothing else";
  }

  private static String approval(CommitObject merge, String proposalHash, CommitObject proposal) {
    String envelope = CommitMessage.onlyValue(proposal.message(), Trailers.ENVELOPE);
    CheckList.same(
        "the proposal", only(proposal, Trailers.PROPOSAL), only(merge, Trailers.PROPOSAL));
    CheckList.same(
        "an approval of the commit", proposalHash, only(merge, Trailers.APPROVAL_COMMIT));
    CheckList.same(
        "an approval of the envelope", envelope, only(merge, Trailers.APPROVAL_ENVELOPE));
    CheckList.same("the envelope", envelope, only(merge, Trailers.ENVELOPE));
    String via = only(merge, Trailers.APPROVED_VIA);
    boolean saysAuto = only(merge, Trailers.AUTO_APPROVED).equals("true");
    if (via.isEmpty() || saysAuto != via.equals(AUTO_APPROVE)) {
      throw CheckList.broken("how it was approved", "\"" + via + "\"");
    }
    return saysAuto
        ? "approved by nobody: the campaign was started to approve by itself, as "
            + only(merge, Trailers.APPROVED_BY)
        : "approved by " + only(merge, Trailers.APPROVED_BY) + " via " + via;
  }

  private static String approver(CommitObject merge, OutputEnvelope envelope) {
    String person = only(merge, Trailers.APPROVED_BY);
    if (person.isEmpty() || isSame(person, envelope.plan().agent())) {
      throw CheckList.broken("an approver who is not the author", "\"" + person + "\"");
    }
    return person + " is not " + envelope.plan().agent();
  }

  /** Whether two names are the same to a reader. */
  static boolean isSame(String person, String agent) {
    return CommitMessage.oneLine(person)
        .toLowerCase(Locale.ROOT)
        .equals(CommitMessage.oneLine(agent).toLowerCase(Locale.ROOT));
  }

  private static String only(CommitObject commit, String key) {
    return CommitMessage.onlyValue(commit.message(), key);
  }
}

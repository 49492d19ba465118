package dev.evolve.promotion;

import dev.evolve.git.CommitMessage;
import dev.evolve.git.CommitMessage.Trailer;
import dev.evolve.proposal.Changeset;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.provenance.Trailers;
import java.util.ArrayList;
import java.util.List;

/** The messages of Evolve's commits. Names and reasons come from outside and are cleaned. */
final class ForgeMessages {

  private static final int SHORT_HASH = 12;

  private ForgeMessages() {}

  static String proposal(String pack, OutputEnvelope envelope, String envelopeSha256) {
    return new CommitMessage(
            pack + ": " + shortDescription(envelope.changes().changeset()),
            List.of(
                "Why:\n" + CommitMessage.quoted(envelope.plan().rationale()),
                "Expected:\n" + CommitMessage.quoted(envelope.plan().expectedEffect()),
                "The evidence is in " + Trailers.envelopePath(envelope.proposalId()) + "."),
            List.of(
                new Trailer(Trailers.PROPOSAL, envelope.proposalId()),
                new Trailer(Trailers.CAMPAIGN, envelope.campaignId()),
                new Trailer(Trailers.ENVELOPE, Trailers.hash(envelopeSha256)),
                new Trailer(Trailers.AGENT, envelope.plan().agent())))
        .text();
  }

  private static String shortDescription(Changeset changeset) {
    return switch (changeset) {
      case Changeset.Knobs knobs -> "set " + knobs.to().describeAgainst(knobs.from());
      case Changeset.Diff diff -> "change " + files(diff.unifiedDiff());
      case Changeset.KnobsAndDiff both ->
          "set " + both.to().describeAgainst(both.from()) + ", change " + files(both.unifiedDiff());
    };
  }

  private static String files(String diff) {
    List<String> files =
        diff.lines()
            .filter(line -> line.startsWith("+++ b/"))
            .map(line -> line.substring("+++ b/".length()))
            .toList();
    return files.isEmpty() ? "files" : String.join(", ", files);
  }

  static String merge(String branch, String proposalId, Approval approval) {
    boolean auto = approval.via().equals(Approval.AUTO_APPROVE);
    List<Trailer> trailers = new ArrayList<>();
    trailers.add(new Trailer(Trailers.PROPOSAL, proposalId));
    trailers.add(new Trailer(Trailers.ENVELOPE, Trailers.hash(approval.envelopeSha256())));
    trailers.add(new Trailer(Trailers.APPROVED_BY, approval.person()));
    trailers.add(new Trailer(Trailers.APPROVED_VIA, approval.via()));
    trailers.add(new Trailer(Trailers.APPROVAL_COMMIT, approval.commit()));
    trailers.add(new Trailer(Trailers.APPROVAL_ENVELOPE, Trailers.hash(approval.envelopeSha256())));
    if (auto) {
      trailers.add(new Trailer(Trailers.AUTO_APPROVED, "true"));
    }
    return new CommitMessage(
            "Merge " + Branches.ofProposal(proposalId) + " into " + branch,
            List.of(
                auto
                    ? "No person looked at this: the campaign was started to approve by itself."
                    : "",
                approval.reason().isBlank()
                    ? ""
                    : "Reason:\n" + CommitMessage.quoted(approval.reason())),
            trailers)
        .text();
  }

  static String revert(String proposalId, String merge, String person, String reason) {
    List<Trailer> trailers = new ArrayList<>();
    trailers.add(new Trailer(Trailers.PROPOSAL, proposalId));
    trailers.add(new Trailer(Trailers.REVERTS, merge));
    trailers.add(new Trailer(Trailers.REVERTED_BY, person));
    if (!CommitMessage.oneLine(reason).isEmpty()) {
      trailers.add(new Trailer(Trailers.REASON, reason));
    }
    return new CommitMessage(
            "Roll back " + proposalId,
            List.of(
                "This reverts commit " + merge.substring(0, SHORT_HASH) + ".",
                reason.isBlank() ? "" : "Reason:\n" + CommitMessage.quoted(reason)),
            trailers)
        .text();
  }
}

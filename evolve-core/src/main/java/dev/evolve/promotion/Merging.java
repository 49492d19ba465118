package dev.evolve.promotion;

import dev.evolve.git.CheckedObjects;
import dev.evolve.git.CommitObject;
import dev.evolve.pack.PackSource;
import dev.evolve.promotion.Forge.MergeOutcome;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.provenance.AllowedSigners;
import dev.evolve.provenance.CommitSignatures;
import dev.evolve.provenance.CommitVerifier;
import dev.evolve.provenance.VerificationReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;

/**
 * Merges an approved commit, once. The branch moves first and the working directory follows; after
 * a crash between the two, the next call finds the merge and catches up.
 */
final class Merging {

  private final SignedCommits commits;
  private final CommitVerifier verifier;
  private final AllowedSigners trusted;

  Merging(SignedCommits commits, CommitVerifier verifier, AllowedSigners trusted) {
    this.commits = commits;
    this.verifier = verifier;
    this.trusted = trusted;
  }

  MergeOutcome merge(
      Repository repository,
      PackSource source,
      String proposalId,
      ProposalCommit proposal,
      Approval approval)
      throws IOException {
    ObjectId base = ObjectId.fromString(source.commit());
    ObjectId change = ObjectId.fromString(proposal.commit());
    ObjectId head = new Branches(repository).headOrThrow(source.branch());
    ObjectId done = new History(repository).mergeOf(change, base, head);
    if (done != null) {
      return alreadyMerged(repository, source.branch(), base, head, done);
    }
    if (!head.equals(base)) {
      return new MergeOutcome.BaseMoved(base.name(), head.name());
    }
    Optional<String> refusal = refusal(repository, source, proposalId, proposal, approval);
    if (refusal.isPresent()) {
      return new MergeOutcome.Refused(refusal.get());
    }
    return mergeNow(repository, source.branch(), base, change, proposalId, approval);
  }

  private MergeOutcome alreadyMerged(
      Repository repository, String branch, ObjectId base, ObjectId head, ObjectId merge)
      throws IOException {
    if (!isSigned(repository, merge)) {
      return new MergeOutcome.Refused(
          "the proposal was merged without Evolve, as "
              + merge.name()
              + "; it carries no approval, so it cannot count as promoted");
    }
    if (head.equals(merge)) {
      WorkingCopies.update(repository, branch, base, merge);
    }
    return new MergeOutcome.Merged(merge.name());
  }

  private static CommitObject read(Repository repository, ProposalCommit proposal)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      return new CheckedObjects(reader).commit(ObjectId.fromString(proposal.commit()));
    }
  }

  private boolean isSigned(Repository repository, ObjectId id) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      CommitObject commit = new CheckedObjects(reader).commit(id);
      return CommitSignatures.isSigned(commit, trusted);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Everything that stands against the merge, before anything is touched. */
  private Optional<String> refusal(
      Repository repository,
      PackSource source,
      String proposalId,
      ProposalCommit proposal,
      Approval approval)
      throws IOException {
    VerificationReport report = verifier.verify(Path.of(source.repository()), proposal.commit());
    if (!report.ok()) {
      return Optional.of(
          "the commit " + proposal.commit() + " does not verify: " + report.describeFailures());
    }
    if (!report.proposalId().equals(proposalId)
        || report.kind() != VerificationReport.Kind.PROPOSAL) {
      return Optional.of(proposal.commit() + " is not the commit of " + proposalId);
    }
    Optional<String> mismatch = ApprovalRules.mismatch(read(repository, proposal), approval);
    if (mismatch.isPresent()) {
      return mismatch;
    }
    return WorkingCopies.obstacle(
        repository,
        source.branch(),
        ObjectId.fromString(source.commit()),
        ObjectId.fromString(proposal.commit()));
  }

  private MergeOutcome mergeNow(
      Repository repository,
      String branch,
      ObjectId base,
      ObjectId change,
      String proposalId,
      Approval approval)
      throws IOException {
    ObjectId merge;
    try (ObjectInserter inserter = repository.newObjectInserter()) {
      ObjectId tree = WorkingCopies.treeOf(repository, change);
      String message = ForgeMessages.merge(branch, proposalId, approval);
      merge = commits.write(inserter, tree, List.of(base, change), message);
    }
    if (!new Branches(repository).move(branch, base, merge, "merge " + proposalId)) {
      ObjectId found = new Branches(repository).headOrThrow(branch);
      return new MergeOutcome.BaseMoved(base.name(), found.name());
    }
    WorkingCopies.update(repository, branch, base, merge);
    return new MergeOutcome.Merged(merge.name());
  }
}

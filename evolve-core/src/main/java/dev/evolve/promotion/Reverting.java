package dev.evolve.promotion;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.git.CheckedObjects;
import dev.evolve.git.CommitMessage;
import dev.evolve.git.CommitObject;
import dev.evolve.git.ThreeWayTrees;
import dev.evolve.pack.PackSource;
import dev.evolve.promotion.Forge.RevertOutcome;
import dev.evolve.provenance.AllowedSigners;
import dev.evolve.provenance.CommitSignatures;
import dev.evolve.provenance.Trailers;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/** Undoes a merge with a signed commit, once. */
final class Reverting {

  private final SignedCommits commits;
  private final AllowedSigners trusted;

  Reverting(SignedCommits commits, AllowedSigners trusted) {
    this.commits = commits;
    this.trusted = trusted;
  }

  RevertOutcome revert(
      Repository repository,
      PackSource source,
      String proposalId,
      String mergeCommit,
      String person,
      String reason)
      throws IOException {
    if (CommitMessage.oneLine(person).isEmpty()) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "a rollback of " + proposalId + " needs a person's name");
    }
    CommitObject merge = mergeOrThrow(repository, proposalId, mergeCommit);
    ObjectId mergeId = ObjectId.fromString(mergeCommit);
    ObjectId head = new Branches(repository).headOrThrow(source.branch());
    if (!new History(repository).contains(head, mergeId)) {
      throw new EvolveException(
          ErrorCode.CONFLICT,
          "the merge " + mergeCommit + " is not on " + source.branch() + ": nothing to roll back");
    }
    ObjectId done =
        new History(repository).withTrailer(head, mergeId, Trailers.REVERTS, mergeCommit);
    if (done != null && isSigned(repository, done)) {
      return alreadyReverted(repository, source.branch(), head, done);
    }
    String message = ForgeMessages.revert(proposalId, mergeCommit, person, reason);
    return revertNow(repository, source.branch(), head, merge, message);
  }

  private RevertOutcome alreadyReverted(
      Repository repository, String branch, ObjectId head, ObjectId revert) throws IOException {
    CommitObject commit = read(repository, revert);
    if (head.equals(revert)) {
      WorkingCopies.update(repository, branch, commit.parents().getFirst(), revert);
    }
    return new RevertOutcome.Reverted(revert.name(), commit.tree().name());
  }

  private RevertOutcome revertNow(
      Repository repository, String branch, ObjectId head, CommitObject merge, String message)
      throws IOException {
    try (ObjectInserter inserter = repository.newObjectInserter()) {
      ObjectId before = WorkingCopies.treeOf(repository, merge.parents().getFirst());
      ObjectId now = WorkingCopies.treeOf(repository, head);
      ThreeWayTrees.Outcome outcome =
          now.equals(merge.tree())
              ? new ThreeWayTrees.Outcome.Merged(before)
              : ThreeWayTrees.without(inserter, before, merge.tree(), now);
      return switch (outcome) {
        case ThreeWayTrees.Outcome.Conflict conflict ->
            new RevertOutcome.Refused(
                "later commits touch the same lines of "
                    + String.join(", ", conflict.paths())
                    + "; revert by hand, or revert those commits first");
        case ThreeWayTrees.Outcome.Merged merged ->
            land(repository, inserter, branch, head, merged.tree(), message);
      };
    }
  }

  private RevertOutcome land(
      Repository repository,
      ObjectInserter inserter,
      String branch,
      ObjectId head,
      ObjectId tree,
      String message)
      throws IOException {
    inserter.flush();
    ObjectId revert = commits.write(inserter, tree, List.of(head), message);
    Optional<String> obstacle = WorkingCopies.obstacle(repository, branch, head, revert);
    if (obstacle.isPresent()) {
      return new RevertOutcome.Refused(obstacle.get());
    }
    if (!new Branches(repository).move(branch, head, revert, "roll back")) {
      return new RevertOutcome.Refused(
          "the branch " + branch + " moved while the rollback was made; roll back again");
    }
    WorkingCopies.update(repository, branch, head, revert);
    return new RevertOutcome.Reverted(revert.name(), tree.name());
  }

  private CommitObject mergeOrThrow(Repository repository, String proposalId, String mergeCommit)
      throws IOException {
    if (!ObjectId.isId(mergeCommit)) {
      throw notAMerge(proposalId, mergeCommit, null);
    }
    try {
      CommitObject merge = read(repository, ObjectId.fromString(mergeCommit));
      String proposal = CommitMessage.onlyValue(merge.message(), Trailers.PROPOSAL);
      if (merge.parents().size() == 2 && proposal.equals(proposalId)) {
        return merge;
      }
    } catch (IllegalArgumentException e) {
      throw notAMerge(proposalId, mergeCommit, e);
    }
    throw notAMerge(proposalId, mergeCommit, null);
  }

  private static EvolveException notAMerge(
      String proposalId, String commit, @Nullable IllegalArgumentException cause) {
    return new EvolveException(
        ErrorCode.INVALID_REQUEST, commit + " is not the merge of " + proposalId, cause);
  }

  private boolean isSigned(Repository repository, ObjectId id) throws IOException {
    try {
      return CommitSignatures.isSigned(read(repository, id), trusted);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static CommitObject read(Repository repository, ObjectId id) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      return new CheckedObjects(reader).commit(id);
    }
  }
}

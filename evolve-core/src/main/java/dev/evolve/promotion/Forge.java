package dev.evolve.promotion;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackSource;
import dev.evolve.proposal.Changeset;
import dev.evolve.provenance.OutputEnvelope;

/**
 * The git host that a change lands on. Every method may be called again after a crash: what was
 * done already is found and returned, never done twice.
 */
public interface Forge {

  /** The candidate as a unified diff against the base commit, repository-relative paths. */
  String diff(PackSource source, BenchPack pack, Changeset changeset);

  /** Carries merge and revert out in a scratch clone and compares trees. */
  RollbackRehearsal rehearseRollback(
      PackSource source, BenchPack pack, Changeset changeset, String previousArtifactSha256);

  /**
   * Puts a signed commit with the change and its envelope on {@code evolve/<proposal>}, whose only
   * parent is the base commit.
   */
  ProposalCommit propose(
      PackSource source, BenchPack pack, Changeset changeset, OutputEnvelope envelope);

  /** Merges an approved commit into the branch with a signed merge commit. */
  MergeOutcome merge(
      PackSource source, String proposalId, ProposalCommit commit, Approval approval);

  /** Reverts a merge with a signed commit that restores the tree before it. */
  RevertOutcome revert(
      PackSource source, String proposalId, String mergeCommit, String person, String reason);

  /** Deletes the branch of a proposal that was rejected; nothing if there is none. */
  void discard(PackSource source, String proposalId);

  /**
   * A proposal's commit.
   *
   * @param branch {@code evolve/<proposal>}
   * @param commit full hash
   * @param envelopeSha256 hash of the envelope's exact bytes
   */
  record ProposalCommit(String branch, String commit, String envelopeSha256) {}

  /** What came of a merge. */
  sealed interface MergeOutcome {
    /** It is on the branch. */
    record Merged(String mergeCommit) implements MergeOutcome {}

    /** The branch has moved since the evaluation; the change must be validated again. */
    record BaseMoved(String expected, String found) implements MergeOutcome {}

    /** The repository refused, such as a working directory with changes of its own. */
    record Refused(String reason) implements MergeOutcome {}
  }

  /** What came of a revert. */
  sealed interface RevertOutcome {
    /** The tree before the change is back. */
    record Reverted(String revertCommit, String tree) implements RevertOutcome {}

    /** Later commits touch the same lines, or the repository refused. */
    record Refused(String reason) implements RevertOutcome {}
  }
}

package dev.evolve.promotion;

import dev.evolve.artifact.ArtifactStore;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.git.CandidateTrees;
import dev.evolve.git.CheckedObjects;
import dev.evolve.git.UnifiedDiffs;
import dev.evolve.git.UnstoredObjects;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackSource;
import dev.evolve.proposal.Changeset;
import dev.evolve.provenance.CommitVerifier;
import dev.evolve.provenance.EnvelopeSchema;
import dev.evolve.provenance.EnvelopeSigner;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.provenance.SigningKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;

/**
 * The forge of repositories on this machine, bare or with a working directory. Every commit is
 * signed; a branch moves only from where it is expected to be; no hook runs and no user's
 * configuration counts.
 */
public final class LocalGitForge implements Forge {

  private final RollbackRehearsals rehearsals;
  private final Proposing proposing;
  private final Merging merging;
  private final Reverting reverting;

  /**
   * @param identity in whose name commits are made
   * @param keys signs commits and envelopes
   * @param artifacts holds the artifacts that rollbacks restore
   * @param scratch a directory for rehearsals
   * @param clock the time of commits
   * @param random where throw-away keys come from
   */
  public LocalGitForge(
      CommitterIdentity identity,
      SigningKeys keys,
      ArtifactStore artifacts,
      Path scratch,
      InstantSource clock,
      SecureRandom random) {
    SignedCommits commits = new SignedCommits(identity, keys.key(), clock);
    EnvelopeSigner envelopes = new EnvelopeSigner(keys.key(), EnvelopeSchema.load());
    CommitVerifier verifier = new CommitVerifier(keys.trusted());
    this.rehearsals = new RollbackRehearsals(identity, artifacts, scratch, clock, random);
    this.proposing = new Proposing(envelopes, commits, keys.trusted());
    this.merging = new Merging(commits, verifier, keys.trusted());
    this.reverting = new Reverting(commits, keys.trusted());
  }

  @Override
  public String diff(PackSource source, BenchPack pack, Changeset changeset) {
    return ForgeCalls.on(
        source.repository(),
        "making the diff",
        repository -> diff(repository, source, pack, changeset));
  }

  private static String diff(
      Repository repository, PackSource source, BenchPack pack, Changeset changeset)
      throws IOException {
    try (UnstoredObjects objects = new UnstoredObjects(repository);
        ObjectReader reader = objects.newReader()) {
      ObjectId after = CandidateTrees.of(repository, objects, source, pack, changeset);
      ObjectId before = new CheckedObjects(reader).treeOf(ObjectId.fromString(source.commit()));
      return UnifiedDiffs.between(reader, before, after, "");
    }
  }

  @Override
  public RollbackRehearsal rehearseRollback(
      PackSource source, BenchPack pack, Changeset changeset, String previousArtifactSha256) {
    return ForgeCalls.on(
        source.repository(),
        "the rehearsal of the rollback",
        repository ->
            rehearsals.rehearse(repository, source, pack, changeset, previousArtifactSha256));
  }

  @Override
  public ProposalCommit propose(
      PackSource source, BenchPack pack, Changeset changeset, OutputEnvelope envelope) {
    checkId(envelope.proposalId());
    return ForgeCalls.on(
        source.repository(),
        "committing " + envelope.proposalId(),
        repository -> proposing.propose(repository, source, pack, changeset, envelope));
  }

  @Override
  public MergeOutcome merge(
      PackSource source, String proposalId, ProposalCommit commit, Approval approval) {
    checkId(proposalId);
    ApprovalRules.check(proposalId, commit, approval);
    return ForgeCalls.on(
        source.repository(),
        "merging " + proposalId,
        repository -> merging.merge(repository, source, proposalId, commit, approval));
  }

  @Override
  public RevertOutcome revert(
      PackSource source, String proposalId, String mergeCommit, String person, String reason) {
    checkId(proposalId);
    return ForgeCalls.on(
        source.repository(),
        "rolling back " + proposalId,
        repository ->
            reverting.revert(repository, source, proposalId, mergeCommit, person, reason));
  }

  @Override
  public void discard(PackSource source, String proposalId) {
    checkId(proposalId);
    ForgeCalls.on(
        source.repository(),
        "deleting the branch of " + proposalId,
        repository -> {
          new Branches(repository).delete(Branches.ofProposal(proposalId));
          return proposalId;
        });
  }

  /** A proposal's id becomes the name of a branch and of a file. */
  private static void checkId(String proposalId) {
    boolean usable =
        proposalId.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
            && !proposalId.contains("..")
            && !proposalId.endsWith(".")
            && !proposalId.endsWith(".lock");
    if (!usable) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "\"" + proposalId + "\" cannot be the name of a branch: wanted letters, digits, . _ -");
    }
  }
}

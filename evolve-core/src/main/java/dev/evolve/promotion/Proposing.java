package dev.evolve.promotion;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.git.CandidateTrees;
import dev.evolve.git.CheckedObjects;
import dev.evolve.git.CommitObject;
import dev.evolve.git.TreeEdits;
import dev.evolve.git.UnifiedDiffs;
import dev.evolve.json.Digests;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackSource;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.proposal.Changeset;
import dev.evolve.provenance.AllowedSigners;
import dev.evolve.provenance.CommitSignatures;
import dev.evolve.provenance.EnvelopeSigner;
import dev.evolve.provenance.EnvelopeSigner.SignedEnvelope;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.provenance.Trailers;
import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/** Puts a change and its envelope on the proposal's branch, once. */
final class Proposing {

  private final EnvelopeSigner envelopes;
  private final SignedCommits commits;
  private final AllowedSigners trusted;

  Proposing(EnvelopeSigner envelopes, SignedCommits commits, AllowedSigners trusted) {
    this.envelopes = envelopes;
    this.commits = commits;
    this.trusted = trusted;
  }

  ProposalCommit propose(
      Repository repository,
      PackSource source,
      BenchPack pack,
      Changeset changeset,
      OutputEnvelope envelope)
      throws IOException {
    String branch = Branches.ofProposal(envelope.proposalId());
    SignedEnvelope signed = envelopes.sign(envelope);
    ObjectId base = ObjectId.fromString(source.commit());
    try (ObjectInserter inserter = repository.newObjectInserter()) {
      ObjectId candidate = CandidateTrees.of(repository, inserter, source, pack, changeset);
      checkEnvelope(inserter, base, candidate, source, changeset, envelope);
      ObjectId tree = withEnvelope(inserter, candidate, envelope.proposalId(), signed);
      ObjectId existing = new Branches(repository).head(branch);
      if (existing == null) {
        String message = ForgeMessages.proposal(pack.name(), envelope, signed.sha256());
        ObjectId commit = commits.write(inserter, tree, List.of(base), message);
        boolean created =
            new Branches(repository).move(branch, ObjectId.zeroId(), commit, "propose");
        existing = created ? commit : new Branches(repository).headOrThrow(branch);
      }
      checkExisting(repository, branch, existing, base, tree);
      return new ProposalCommit(branch, existing.name(), signed.sha256());
    }
  }

  private static ObjectId withEnvelope(
      ObjectInserter inserter, ObjectId candidate, String proposalId, SignedEnvelope signed)
      throws IOException {
    ObjectId tree =
        TreeEdits.put(
            inserter,
            candidate,
            Trailers.envelopePath(proposalId),
            FileMode.REGULAR_FILE,
            signed.bytes());
    inserter.flush();
    return tree;
  }

  /**
   * The envelope must speak of what is committed; it is signed, so it cannot be put right later.
   */
  private static void checkEnvelope(
      ObjectInserter inserter,
      ObjectId base,
      ObjectId candidate,
      PackSource source,
      Changeset changeset,
      OutputEnvelope envelope)
      throws IOException {
    OutputEnvelope.Changes changes = envelope.changes();
    inserter.flush();
    try (ObjectReader reader = inserter.newReader()) {
      ObjectId before = new CheckedObjects(reader).treeOf(base);
      String diff = UnifiedDiffs.between(reader, before, candidate, "");
      if (diff.isEmpty()) {
        throw refused(envelope, "the change changes nothing");
      }
      boolean fits =
          changes.baseCommit().equals(source.commit())
              && changes.baseTree().equals(before.name())
              && changes.changeset().equals(changeset)
              && changes.diffSha256().equals(Digests.sha256(diff));
      if (!fits) {
        throw refused(
            envelope, "base, changeset or diff of the envelope are not those of the commit");
      }
    }
  }

  private static EvolveException refused(OutputEnvelope envelope, String why) {
    return new EvolveException(
        ErrorCode.INVALID_REQUEST, envelope.proposalId() + " was not committed: " + why);
  }

  private void checkExisting(
      Repository repository,
      String branch,
      @Nullable ObjectId existing,
      ObjectId base,
      ObjectId tree)
      throws IOException {
    if (existing == null || !isOurs(repository, existing, base, tree)) {
      throw new EvolveException(
          ErrorCode.CONFLICT,
          "the branch "
              + branch
              + " of "
              + repository.getDirectory()
              + " exists with other content; look at it, and delete it if nobody needs it");
    }
  }

  private boolean isOurs(Repository repository, ObjectId existing, ObjectId base, ObjectId tree)
      throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      CommitObject commit = new CheckedObjects(reader).commit(existing);
      return commit.parents().equals(List.of(base))
          && commit.tree().equals(tree)
          && CommitSignatures.isSigned(commit, trusted);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}

package dev.evolve.provenance;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.git.CheckedObjects;
import dev.evolve.git.CommitMessage;
import dev.evolve.git.CommitObject;
import dev.evolve.git.GitRepositories;
import dev.evolve.provenance.VerificationReport.Kind;
import java.nio.file.Path;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/**
 * Checks a change that landed: offline, from the repository and the trusted keys alone, without
 * writing anything. It trusts neither the repository nor git's reading of it: every object's hash
 * is computed anew.
 */
public final class CommitVerifier {

  private static final String INTACT = "commit-readable";
  private static final String SIGNATURE = "commit-signature";
  private static final String PROPOSAL_SIGNATURE = "proposal-signature";

  private final AllowedSigners trusted;
  private final EnvelopeSchema schema = EnvelopeSchema.load();

  /**
   * @param trusted the keys that may sign
   */
  public CommitVerifier(AllowedSigners trusted) {
    this.trusted = trusted;
  }

  /**
   * Verifies a proposal's commit, a merge or a revert.
   *
   * @param repository bare repository or root of a working directory
   * @param commit full hash
   * @throws EvolveException INVALID_REQUEST if that is no hash, FORGE_FAILED without a repository
   */
  public VerificationReport verify(Path repository, String commit) {
    if (!ObjectId.isId(commit)) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "wanted a commit's full hash of 40 hex digits, found \"" + commit + "\"");
    }
    try (Repository opened = GitRepositories.open(repository);
        ObjectReader reader = opened.newObjectReader()) {
      return verify(opened, new CheckedObjects(reader), ObjectId.fromString(commit));
    }
  }

  private VerificationReport verify(Repository repository, CheckedObjects objects, ObjectId id) {
    CheckList checks = new CheckList();
    CommitObject commit = checks.find(INTACT, "intact", () -> objects.commit(id));
    if (commit == null) {
      checks.impossible("the commit cannot be read", SIGNATURE);
      return new VerificationReport(id.name(), Kind.UNKNOWN, "", checks.checks());
    }
    checks.holds(SIGNATURE, () -> signedBy(commit));
    Kind kind = kindOf(commit);
    switch (kind) {
      case PROPOSAL -> proposal(repository, objects, commit, checks);
      case MERGE -> merge(repository, objects, commit, checks);
      case REVERT -> new RevertChecks(repository, objects, trusted).check(commit, checks);
      case UNKNOWN ->
          checks.impossible("it carries no trailer " + Trailers.PROPOSAL, "evolve-commit");
    }
    String proposalId = CommitMessage.onlyValue(commit.message(), Trailers.PROPOSAL);
    return new VerificationReport(id.name(), kind, proposalId, checks.checks());
  }

  private String signedBy(CommitObject commit) {
    AllowedSigners.Signer signer = CommitSignatures.signer(commit, trusted);
    return "signed by " + signer.principal() + " with " + signer.key().fingerprint();
  }

  private static Kind kindOf(CommitObject commit) {
    if (CommitMessage.onlyValue(commit.message(), Trailers.PROPOSAL).isEmpty()) {
      return Kind.UNKNOWN;
    }
    if (!CommitMessage.values(commit.message(), Trailers.REVERTS).isEmpty()) {
      return Kind.REVERT;
    }
    return commit.parents().size() == 2 ? Kind.MERGE : Kind.PROPOSAL;
  }

  private void merge(
      Repository repository, CheckedObjects objects, CommitObject merge, CheckList checks) {
    ObjectId id = merge.parents().get(1);
    CommitObject proposal = checks.find("proposal-readable", "intact", () -> objects.commit(id));
    if (proposal == null) {
      checks.impossible("the proposal's commit cannot be read", PROPOSAL_SIGNATURE, "approval");
      return;
    }
    checks.holds(PROPOSAL_SIGNATURE, () -> signedBy(proposal));
    OutputEnvelope envelope = proposal(repository, objects, proposal, checks);
    ApprovalChecks.check(merge, id.name(), proposal, envelope, checks);
  }

  private @Nullable OutputEnvelope proposal(
      Repository repository, CheckedObjects objects, CommitObject proposal, CheckList checks) {
    ChangesetCheck changesets = new ChangesetCheck(repository, objects);
    return new ProposalChecks(objects, trusted, schema, changesets).check(proposal, checks);
  }
}

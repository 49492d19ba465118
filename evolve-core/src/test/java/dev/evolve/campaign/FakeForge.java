package dev.evolve.campaign;

import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackSource;
import dev.evolve.promotion.Approval;
import dev.evolve.promotion.Forge;
import dev.evolve.promotion.RollbackRehearsal;
import dev.evolve.proposal.Changeset;
import dev.evolve.provenance.OutputEnvelope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A forge in memory that counts what really happened, however often it was asked. */
public final class FakeForge implements Forge {

  private final Map<String, ProposalCommit> branches = new HashMap<>();
  private final Map<String, String> merges = new HashMap<>();
  private final Deque<MergeOutcome> refusals = new ArrayDeque<>();
  private final List<OutputEnvelope> envelopes = new ArrayList<>();

  /** The next merge that is asked for ends like this instead. */
  public FakeForge refuseNextMerge(MergeOutcome outcome) {
    refusals.add(outcome);
    return this;
  }

  /** Merges by proposal. */
  public Map<String, String> merges() {
    return Map.copyOf(merges);
  }

  /** Branches by proposal. */
  public Map<String, ProposalCommit> branches() {
    return Map.copyOf(branches);
  }

  /** Envelopes that it was given, with repetitions. */
  public List<OutputEnvelope> envelopes() {
    return List.copyOf(envelopes);
  }

  @Override
  public String diff(PackSource source, BenchPack pack, Changeset changeset) {
    return "--- " + changeset;
  }

  @Override
  public RollbackRehearsal rehearseRollback(
      PackSource source, BenchPack pack, Changeset changeset, String previousArtifactSha256) {
    return new RollbackRehearsal(
        "tree",
        "tree",
        previousArtifactSha256,
        true,
        "",
        new RollbackRehearsal.Subject(
            source.commit(), RollbackRehearsal.Subject.of(changeset), "merged"));
  }

  @Override
  public ProposalCommit propose(
      PackSource source, BenchPack pack, Changeset changeset, OutputEnvelope envelope) {
    envelopes.add(envelope);
    String sha256 = Digests.sha256(Json.writeBytes(envelope));
    ProposalCommit commit =
        new ProposalCommit("evolve/" + envelope.proposalId(), sha256.substring(0, 40), sha256);
    ProposalCommit before = branches.putIfAbsent(envelope.proposalId(), commit);
    if (before != null && !before.equals(commit)) {
      throw new IllegalStateException("another envelope for " + envelope.proposalId());
    }
    return commit;
  }

  @Override
  public MergeOutcome merge(
      PackSource source, String proposalId, ProposalCommit commit, Approval approval) {
    if (!refusals.isEmpty()) {
      return refusals.remove();
    }
    String merge = Digests.sha256("merge of " + commit.commit()).substring(0, 40);
    merges.put(proposalId, merge);
    return new MergeOutcome.Merged(merge);
  }

  @Override
  public RevertOutcome revert(
      PackSource source, String proposalId, String mergeCommit, String person, String reason) {
    return new RevertOutcome.Reverted(
        Digests.sha256("revert of " + mergeCommit).substring(0, 40), "tree");
  }

  @Override
  public void discard(PackSource source, String proposalId) {
    branches.remove(proposalId);
  }
}

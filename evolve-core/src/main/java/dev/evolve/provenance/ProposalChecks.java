package dev.evolve.provenance;

import dev.evolve.git.CheckedObjects;
import dev.evolve.git.CommitMessage;
import dev.evolve.git.CommitObject;
import dev.evolve.git.TreeChange;
import dev.evolve.git.UnifiedDiffs;
import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Checks a proposal's commit: its envelope, and that the commit is what the envelope says. */
final class ProposalChecks {

  private static final String PRESENT = "envelope-present";
  private static final String SIGNED = "envelope-signature";
  private static final String SCHEMA = "envelope-schema";
  private static final String BASE = "envelope-base";
  private static final String HASH = "change-hash";
  private static final String CHANGESET = "change-matches-changeset";
  private static final String GATES = "gates";
  private static final List<String> ALL_GATES =
      List.of("determinism", "perf", "memory", "safety", "promotion");

  private final CheckedObjects objects;
  private final AllowedSigners trusted;
  private final EnvelopeSchema schema;
  private final ChangesetCheck changesets;

  ProposalChecks(
      CheckedObjects objects,
      AllowedSigners trusted,
      EnvelopeSchema schema,
      ChangesetCheck changesets) {
    this.objects = objects;
    this.trusted = trusted;
    this.schema = schema;
    this.changesets = changesets;
  }

  /** Makes every check; the envelope if it could be read. */
  @Nullable OutputEnvelope check(CommitObject commit, CheckList checks) {
    String id = CommitMessage.onlyValue(commit.message(), Trailers.PROPOSAL);
    String path = Trailers.envelopePath(id);
    byte[] file = checks.find(PRESENT, path, () -> envelopeFile(commit, path));
    if (file == null) {
      checks.impossible(
          "there is no envelope",
          "envelope-hash",
          SIGNED,
          SCHEMA,
          BASE,
          HASH,
          CHANGESET,
          GATES,
          "trailers");
      return null;
    }
    checks.holds("envelope-hash", () -> envelopeHash(commit, file));
    OutputEnvelope envelope = opened(file, checks);
    if (envelope == null) {
      checks.impossible("the envelope cannot be read", BASE, HASH, CHANGESET, GATES, "trailers");
      return null;
    }
    checks.holds(BASE, () -> base(commit, envelope));
    checks.holds(HASH, () -> changeHash(commit, envelope, path));
    checks.holds(
        CHANGESET,
        () ->
            changesets.check(
                commit.parents().getFirst().name(),
                commit.tree(),
                envelope.changes().changeset(),
                path,
                file));
    checks.holds(GATES, () -> gates(envelope.validation().gates()));
    checks.holds("trailers", () -> trailers(commit, envelope));
    return envelope;
  }

  private byte[] envelopeFile(CommitObject commit, String path) throws IOException {
    byte[] file = objects.blobAt(commit.tree(), path);
    if (file == null) {
      throw CheckList.broken("the envelope at " + path, "no such file in the commit's tree");
    }
    return file;
  }

  private static String envelopeHash(CommitObject commit, byte[] file) {
    String wanted = CommitMessage.onlyValue(commit.message(), Trailers.ENVELOPE);
    CheckList.same("the hash of the commit's trailer", wanted, Trailers.hash(Digests.sha256(file)));
    return wanted;
  }

  private @Nullable OutputEnvelope opened(byte[] file, CheckList checks) {
    checks.holds(SIGNED, () -> "signed by " + DsseEnvelope.parse(file).signer(trusted).principal());
    return checks.find(
        SCHEMA,
        "version 1",
        () -> {
          byte[] payload = DsseEnvelope.parse(file).payloadBytes();
          List<String> problems = schema.problems(payload);
          if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
          }
          return Json.read(payload, OutputEnvelope.class);
        });
  }

  private String base(CommitObject commit, OutputEnvelope envelope) throws IOException {
    if (commit.parents().size() != 1) {
      throw CheckList.broken("one parent", commit.parents().size());
    }
    ObjectId parent = commit.parents().getFirst();
    CheckList.same("the base", envelope.changes().baseCommit(), parent.name());
    String tree = objects.treeOf(parent).name();
    CheckList.same("the base's tree", envelope.changes().baseTree(), tree);
    CheckList.same("the tree that a rollback restores", tree, envelope.rollback().restoresTree());
    return "based on " + parent.name();
  }

  private String changeHash(CommitObject commit, OutputEnvelope envelope, String path)
      throws IOException {
    ObjectId base = objects.treeOf(commit.parents().getFirst());
    List<TreeChange> changes = objects.compare(base, commit.tree());
    String diff = UnifiedDiffs.between(objects.reader(), base, commit.tree(), path);
    CheckList.same("a diff with the hash", envelope.changes().diffSha256(), Digests.sha256(diff));
    boolean envelopeIsNew =
        changes.stream()
            .anyMatch(
                change ->
                    change.path().equals(path)
                        && change.isAddition()
                        && change.newMode().equals(FileMode.REGULAR_FILE));
    if (!envelopeIsNew) {
      throw CheckList.broken("the envelope to be new in this commit", "that it was there before");
    }
    return changes.size() - 1 + " changed files";
  }

  private static String gates(List<GateFinding> findings) {
    for (GateFinding finding : findings) {
      if (finding.verdict() != Verdict.PASS) {
        throw CheckList.broken("gate " + finding.gate() + " to pass", finding.verdict());
      }
    }
    List<String> names = findings.stream().map(GateFinding::gate).sorted().toList();
    CheckList.same("the gates", ALL_GATES.stream().sorted().toList(), names);
    return String.join(", ", names) + " passed";
  }

  private static String trailers(CommitObject commit, OutputEnvelope envelope) {
    String message = commit.message();
    CheckList.same(
        "the proposal", envelope.proposalId(), CommitMessage.onlyValue(message, Trailers.PROPOSAL));
    CheckList.same(
        "the campaign",
        CommitMessage.oneLine(envelope.campaignId()),
        CommitMessage.onlyValue(message, Trailers.CAMPAIGN));
    CheckList.same(
        "the agent",
        CommitMessage.oneLine(envelope.plan().agent()),
        CommitMessage.onlyValue(message, Trailers.AGENT));
    return "proposal " + envelope.proposalId() + " of campaign " + envelope.campaignId();
  }
}

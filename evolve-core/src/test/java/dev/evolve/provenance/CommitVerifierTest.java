package dev.evolve.provenance;

import static dev.evolve.promotion.ForgeFixture.ID;
import static dev.evolve.promotion.ForgeFixture.approval;
import static dev.evolve.promotion.ForgeFixture.tile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.git.CheckedObjects;
import dev.evolve.git.CommitObject;
import dev.evolve.git.GitRepositories;
import dev.evolve.git.TreeEdits;
import dev.evolve.git.UnifiedDiffs;
import dev.evolve.json.Digests;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.promotion.Forge.RevertOutcome;
import dev.evolve.promotion.ForgeFixture;
import dev.evolve.proposal.Changeset;
import dev.evolve.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.zip.DeflaterOutputStream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitVerifierTest {

  private static final int FLIPS = 100;
  private static final String ENVELOPE = ".evolve/envelopes/" + ID + ".json";

  @TempDir Path temporary;

  @Test
  void rejectsACommitWithAnyByteChanged() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String merge = fixture.merged(tile(1, 2));
    String proposal = fixture.git("rev-parse", "evolve/" + ID);
    String revert =
        ((RevertOutcome.Reverted)
                fixture.forge().revert(fixture.source(), ID, merge, "Ada", "slow"))
            .revertCommit();
    for (String commit : List.of(proposal, merge, revert)) {
      assertThat(fixture.verify(commit).ok()).isTrue();
      SplittableRandom random = new SplittableRandom(7);
      for (int i = 0; i < FLIPS; i++) {
        int flip = i;
        VerificationReport report =
            fixture.verify(stored(fixture, flipped(raw(fixture, commit), random)));
        assertThat(report.ok()).as("flip %s of %s", flip, commit).isFalse();
        assertThat(report.failures())
            .as("flip %s of %s", flip, commit)
            .extracting(VerificationReport.Check::name)
            .containsAnyOf("commit-readable", "commit-signature");
      }
    }
  }

  @Test
  void rejectsEveryChangedByteOfASignature() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    byte[] commit = raw(fixture, fixture.propose().commit());
    String text = new String(commit, StandardCharsets.UTF_8);
    int start = text.indexOf("gpgsig");
    int end = text.indexOf("-----END SSH SIGNATURE-----") + 27;
    for (int position = start; position <= end; position++) {
      byte[] changed = commit.clone();
      changed[position] ^= (byte) (1 << position % 8);
      assertThat(fixture.verify(stored(fixture, changed)).failures())
          .as("byte %s", position)
          .extracting(VerificationReport.Check::name)
          .containsAnyOf("commit-readable", "commit-signature");
    }
  }

  @Test
  void rejectsAnEnvelopeWithAnyByteChangedEvenIfTheCommitIsSignedAgain() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    ProposalCommit proposal = fixture.propose();
    byte[] envelope = raw(fixture, fixture.git("rev-parse", proposal.commit() + ":" + ENVELOPE));
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < FLIPS; i++) {
      byte[] changed = flipped(envelope, random);
      String unsigned = withEnvelope(fixture, proposal.commit(), changed, commit -> commit);
      assertThat(fixture.verify(unsigned).failures())
          .extracting(VerificationReport.Check::name)
          .contains("commit-signature", "envelope-hash");
      String resigned = withEnvelope(fixture, proposal.commit(), changed, resigned(fixture));
      assertThat(fixture.verify(resigned).failures())
          .extracting(VerificationReport.Check::name)
          .doesNotContain("commit-signature")
          .contains("envelope-hash");
    }
  }

  private static UnaryOperator<CommitObject> resigned(ForgeFixture fixture) {
    return commit -> CommitSignatures.sign(fixture.keys().key(), commit);
  }

  @Test
  void noticesAnObjectThatWasDamagedWhereItLies() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String merge = fixture.merged(tile(1, 2));
    for (String object :
        List.of(
            merge,
            fixture.git("rev-parse", "evolve/" + ID),
            fixture.git("rev-parse", merge + ":" + ENVELOPE),
            fixture.git("rev-parse", merge + ":knobs.env"),
            fixture.git("rev-parse", merge + "^{tree}"))) {
      Path file =
          fixture
              .repository()
              .resolve("objects/" + object.substring(0, 2) + "/" + object.substring(2));
      byte[] intact = Files.readAllBytes(file);
      assertThat(file.toFile().setWritable(true)).isTrue();
      Files.write(file, damaged(fixture, object));
      assertThat(fixture.verify(merge).failures())
          .as(object)
          .anyMatch(check -> check.detail().contains("damaged"));
      Files.write(file, intact);
      assertThat(fixture.verify(merge).ok()).isTrue();
    }
  }

  /** A loose object whose content is another than its name says. */
  private static byte[] damaged(ForgeFixture fixture, String object) throws IOException {
    byte[] content;
    int type;
    try (Repository repository = GitRepositories.open(fixture.repository())) {
      var loader = repository.open(ObjectId.fromString(object));
      content = loader.getCachedBytes().clone();
      type = loader.getType();
    }
    content[content.length - 2] ^= 0x01;
    var out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
      deflater.write(
          (Constants.typeString(type) + " " + content.length + "\0")
              .getBytes(StandardCharsets.UTF_8));
      deflater.write(content);
    }
    return out.toByteArray();
  }

  @Test
  void doesNotTrustAnotherKey() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String merge = fixture.merged(tile(1, 2));
    AllowedSigners others =
        AllowedSigners.of("x", SigningKey.generate(new SecureRandom()).publicKey());
    assertThat(new CommitVerifier(others).verify(fixture.repository(), merge).failures())
        .extracting(VerificationReport.Check::name)
        .containsExactly("commit-signature", "proposal-signature", "envelope-signature");
  }

  @Test
  void doesNotAcceptAGateThatDidNotPassOrIsMissing() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    OutputEnvelope whole = fixture.envelope(ID, tile(1, 2));
    List<OutputEnvelope> wrong =
        List.of(
            EnvelopeFixtures.withGates(whole, EnvelopeFixtures.passedExcept("perf", Verdict.FAIL)),
            EnvelopeFixtures.withGates(
                whole, EnvelopeFixtures.passedExcept("memory", Verdict.INCONCLUSIVE)),
            EnvelopeFixtures.withGates(whole, EnvelopeFixtures.passed().subList(0, 4)),
            EnvelopeFixtures.withGates(whole, List.of()));
    for (OutputEnvelope envelope : wrong) {
      ProposalCommit commit =
          fixture.forge().propose(fixture.source(), fixture.benchPack(), tile(1, 2), envelope);
      assertThat(fixture.verify(commit.commit()).failures())
          .extracting(VerificationReport.Check::name)
          .containsExactly("gates");
      fixture.forge().discard(fixture.source(), ID);
    }
  }

  @Test
  void doesNotAcceptAFileThatTheChangesetDoesNotChange() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    ProposalCommit proposal = fixture.propose();
    String smuggled =
        withFile(fixture, proposal.commit(), "src/harness.c", "faster\n", resigned(fixture));
    assertThat(fixture.verify(smuggled).failures())
        .extracting(VerificationReport.Check::name)
        .containsExactly("change-hash", "change-matches-changeset");
  }

  @Test
  void doesNotAcceptAChangesetThatGoesTooFarEvenIfEverythingElseFits() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    ProposalCommit proposal = fixture.propose();
    String smuggled =
        withFile(fixture, proposal.commit(), "src/harness.c", "faster\n", commit -> commit);
    String base = fixture.source().commit();
    String diff;
    try (Repository repository = GitRepositories.open(fixture.repository());
        var reader = repository.newObjectReader()) {
      var objects = new CheckedObjects(reader);
      diff =
          UnifiedDiffs.between(
              reader,
              objects.treeOf(ObjectId.fromString(base)),
              objects.treeOf(ObjectId.fromString(smuggled)),
              ENVELOPE);
    }
    OutputEnvelope envelope =
        EnvelopeFixtures.envelope(
            ID,
            base,
            fixture.git("rev-parse", base + "^{tree}"),
            new Changeset.Diff(diff),
            Digests.sha256(diff));
    byte[] file =
        new EnvelopeSigner(fixture.keys().key(), EnvelopeSchema.load()).sign(envelope).bytes();
    String commit =
        withEnvelope(
            fixture,
            smuggled,
            file,
            before ->
                CommitSignatures.sign(
                    fixture.keys().key(),
                    new CommitObject(
                        before.tree(),
                        before.parents(),
                        before.author(),
                        before.committer(),
                        "",
                        before
                            .message()
                            .replace(proposal.envelopeSha256(), Digests.sha256(file)))));
    assertThat(fixture.verify(commit).failures())
        .singleElement()
        .matches(check -> check.name().equals("change-matches-changeset"))
        .matches(check -> check.detail().contains("is not among the pack's editable files"));
  }

  @Test
  void namesTheBrokenPartOfAForgedMerge() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String merge = fixture.merged(tile(1, 2));
    assertThat(forged(fixture, merge, m -> m.replace("Approved-by: Ada\n", "")))
        .containsExactly("approver-is-not-author");
    assertThat(forged(fixture, merge, m -> m.replace("Ada", "auto-tuner/test")))
        .containsExactly("approver-is-not-author");
    assertThat(forged(fixture, merge, m -> m.replace("dashboard", "auto-approve")))
        .containsExactly("approval");
    assertThat(forged(fixture, merge, m -> m + "Evolve-Auto-Approved: true\n"))
        .containsExactly("approval");
    assertThat(forged(fixture, merge, m -> m + "Approved-by: Eve\n"))
        .containsExactly("approver-is-not-author");
    assertThat(
            forged(
                fixture,
                merge,
                m ->
                    m.replaceAll("Evolve-Approval-Commit: .*", "Evolve-Approval-Commit: " + merge)))
        .containsExactly("approval");
    assertThat(
            forged(
                fixture,
                merge,
                m ->
                    m.replaceAll(
                        "Evolve-Approval-Envelope: .*",
                        "Evolve-Approval-Envelope: sha256:" + "0".repeat(64))))
        .containsExactly("approval");
  }

  /** The checks that fail for a merge with another message, signed with the real key. */
  private static List<String> forged(
      ForgeFixture fixture, String merge, UnaryOperator<String> message) throws IOException {
    CommitObject before = CommitObject.parse(raw(fixture, merge));
    CommitObject after =
        new CommitObject(
            before.tree(),
            before.parents(),
            before.author(),
            before.committer(),
            "",
            message.apply(before.message()));
    String commit = stored(fixture, resigned(fixture).apply(after).bytes());
    return fixture.verify(commit).failures().stream().map(VerificationReport.Check::name).toList();
  }

  @Test
  void noticesAMergeThatSmugglesSomethingIn() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String merge = fixture.merged(tile(1, 2));
    String smuggled = withFile(fixture, merge, "src/harness.c", "faster\n", resigned(fixture));
    assertThat(fixture.verify(smuggled).failures())
        .extracting(VerificationReport.Check::name)
        .containsExactly("merge-shape");
  }

  @Test
  void noticesARevertThatDoesSomethingElse() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String merge = fixture.merged(tile(1, 2));
    String revert =
        ((RevertOutcome.Reverted)
                fixture.forge().revert(fixture.source(), ID, merge, "Ada", "slow"))
            .revertCommit();
    String smuggled = withFile(fixture, revert, "src/harness.c", "faster\n", resigned(fixture));
    assertThat(fixture.verify(smuggled).failures())
        .extracting(VerificationReport.Check::name)
        .containsExactly("revert-tree");
  }

  @Test
  void doesNotTakeAPersonsCommitForOneOfEvolve() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    VerificationReport report = fixture.verify(fixture.source().commit());
    assertThat(report.ok()).isFalse();
    assertThat(report.kind()).isEqualTo(VerificationReport.Kind.UNKNOWN);
    assertThat(fixture.verify("0".repeat(39) + "1").ok()).isFalse();
    assertThatThrownBy(() -> fixture.verify("main")).hasMessageContaining("full hash");
  }

  @Test
  void writesNothing() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String merge = fixture.merged(tile(1, 2));
    String before = fixture.git("count-objects");
    assertThat(fixture.verify(merge).ok()).isTrue();
    assertThat(fixture.git("count-objects")).isEqualTo(before);
  }

  @Test
  void approvalsAreBoundToTheCommit() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    ProposalCommit commit = fixture.propose();
    assertThat(approval(commit).commit()).isEqualTo(commit.commit());
    VerificationReport report = fixture.verify(commit.commit());
    assertThat(report.checks())
        .extracting(VerificationReport.Check::name)
        .containsExactly(
            "commit-readable",
            "commit-signature",
            "envelope-present",
            "envelope-hash",
            "envelope-signature",
            "envelope-schema",
            "envelope-base",
            "change-hash",
            "change-matches-changeset",
            "gates",
            "trailers");
  }

  private static byte[] flipped(byte[] bytes, SplittableRandom random) {
    byte[] changed = bytes.clone();
    changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    return changed;
  }

  private static byte[] raw(ForgeFixture fixture, String commit) throws IOException {
    try (Repository repository = GitRepositories.open(fixture.repository())) {
      return repository.open(ObjectId.fromString(commit)).getCachedBytes().clone();
    }
  }

  /** Stores bytes as a commit under the hash that they have. */
  private static String stored(ForgeFixture fixture, byte[] commit) throws IOException {
    try (Repository repository = GitRepositories.open(fixture.repository());
        ObjectInserter inserter = repository.newObjectInserter()) {
      String id = inserter.insert(Constants.OBJ_COMMIT, commit).name();
      inserter.flush();
      return id;
    }
  }

  private static String withEnvelope(
      ForgeFixture fixture, String commit, byte[] envelope, UnaryOperator<CommitObject> then)
      throws IOException {
    return withFile(fixture, commit, ENVELOPE, envelope, then);
  }

  private static String withFile(
      ForgeFixture fixture,
      String commit,
      String path,
      String text,
      UnaryOperator<CommitObject> then)
      throws IOException {
    return withFile(fixture, commit, path, text.getBytes(StandardCharsets.UTF_8), then);
  }

  private static String withFile(
      ForgeFixture fixture,
      String commit,
      String path,
      byte[] content,
      UnaryOperator<CommitObject> then)
      throws IOException {
    CommitObject before = CommitObject.parse(raw(fixture, commit));
    ObjectId tree;
    try (Repository repository = GitRepositories.open(fixture.repository());
        ObjectInserter inserter = repository.newObjectInserter()) {
      tree = TreeEdits.put(inserter, before.tree(), path, FileMode.REGULAR_FILE, content);
      inserter.flush();
    }
    CommitObject after =
        new CommitObject(
            tree,
            before.parents(),
            before.author(),
            before.committer(),
            before.signature(),
            before.message());
    return stored(fixture, then.apply(after).bytes());
  }

  @Test
  void namesItsChecksInOneStyle() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String merge = fixture.merged(tile(1, 2));
    List<String> names = new ArrayList<>();
    fixture.verify(merge).checks().forEach(check -> names.add(check.name()));
    assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z][a-z-]+"));
  }
}

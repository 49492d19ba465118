package dev.evolve.promotion;

import static dev.evolve.promotion.ForgeFixture.ID;
import static dev.evolve.promotion.ForgeFixture.approval;
import static dev.evolve.promotion.ForgeFixture.tile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import dev.evolve.promotion.Forge.MergeOutcome;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.promotion.Forge.RevertOutcome;
import dev.evolve.proposal.Changeset;
import dev.evolve.provenance.EnvelopeFixtures;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.provenance.VerificationReport;
import dev.evolve.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalGitForgeTest {

  @TempDir Path temporary;

  @Test
  void diffShowsTheConfigurationFileThatChanges() {
    ForgeFixture fixture = ForgeFixture.withPackIn(temporary, "packs/toy");
    String diff = fixture.forge().diff(fixture.source(), fixture.benchPack(), tile(1, 2));
    assertThat(diff)
        .contains("diff --git a/packs/toy/knobs.env b/packs/toy/knobs.env")
        .contains("-TILE=1\n+TILE=2\n");
    assertThat(diff).isEqualTo(fixture.git("diff", "--full-index", "HEAD", tree(fixture)) + "\n");
  }

  /** The tree with the change, made by hand. */
  private static String tree(ForgeFixture fixture) {
    ForgeFixture.write(
        fixture.repository().resolve("packs/toy/knobs.env"), "# tuned by hand\nTILE=2\n");
    fixture.git("add", "packs/toy/knobs.env");
    String tree = fixture.git("write-tree");
    fixture.git("reset", "-q", "--hard");
    return tree;
  }

  @Test
  void diffOfAnUnchangedConfigurationIsEmpty() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    assertThat(fixture.forge().diff(fixture.source(), fixture.benchPack(), tile(1, 1))).isEmpty();
  }

  @Test
  void diffWritesNothingToTheRepository() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String before = fixture.git("count-objects");
    fixture.forge().diff(fixture.source(), fixture.benchPack(), tile(1, 2));
    assertThat(fixture.git("count-objects")).isEqualTo(before);
  }

  @Test
  void refusesKnobsThatStartFromAnotherConfiguration() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    assertThatThrownBy(
            () -> fixture.forge().diff(fixture.source(), fixture.benchPack(), tile(3, 2)))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("TILE=1")
        .hasMessageContaining("TILE=3");
  }

  @Test
  void proposesASignedCommitWithItsEnvelope() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    ProposalCommit commit = fixture.propose();
    assertThat(commit.branch()).isEqualTo("evolve/" + ID);
    assertThat(fixture.git("rev-parse", commit.branch())).isEqualTo(commit.commit());
    assertThat(fixture.git("rev-parse", commit.commit() + "^"))
        .isEqualTo(fixture.source().commit());
    assertThat(fixture.git("log", "-1", "--format=%an <%ae>|%cn|%s", commit.commit()))
        .isEqualTo("Evolve <evolve@localhost>|Evolve|toy: set TILE=2");
    assertThat(fixture.git("log", "-1", "--format=%(trailers)", commit.commit()))
        .contains(
            "Evolve-Proposal: " + ID,
            "Evolve-Campaign: campaign-1",
            "Evolve-Envelope: sha256:" + commit.envelopeSha256(),
            "Evolve-Agent: auto-tuner/test");
    assertThat(fixture.git("diff", "--name-only", commit.commit() + "^", commit.commit()))
        .isEqualTo(".evolve/envelopes/" + ID + ".json\nknobs.env");
    assertThat(fixture.git("fsck", "--strict")).doesNotContain("error", "warning");
  }

  @Test
  void gitAcceptsTheSignatureOfEveryCommit() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    String merge = fixture.merged(tile(1, 2));
    RevertOutcome revert = fixture.forge().revert(fixture.source(), ID, merge, "Ada", "slow");
    fixture.git("config", "gpg.ssh.allowedSignersFile", allowedSigners(fixture));
    for (String commit :
        new String[] {"evolve/" + ID, merge, ((RevertOutcome.Reverted) revert).revertCommit()}) {
      assertThat(fixture.git("verify-commit", commit)).contains("Good \"git\" signature");
    }
  }

  private static String allowedSigners(ForgeFixture fixture) {
    return fixture.home().resolve("keys/allowed_signers").toString();
  }

  @Test
  void proposingAgainFindsTheCommit() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    assertThat(fixture.propose()).isEqualTo(fixture.propose());
  }

  @Test
  void refusesABranchWithOtherContent() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    fixture.git("branch", "evolve/" + ID, "main");
    assertThatThrownBy(fixture::propose)
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
        .hasMessageContaining("evolve/" + ID);
  }

  @Test
  void refusesAnEnvelopeOfAnotherChange() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    OutputEnvelope other = fixture.envelope(ID, tile(1, 3));
    assertThatThrownBy(
            () -> fixture.forge().propose(fixture.source(), fixture.benchPack(), tile(1, 2), other))
        .hasMessageContaining("are not those of the commit");
  }

  @Test
  void refusesAChangeThatChangesNothing() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    assertThatThrownBy(() -> fixture.propose(tile(1, 1))).hasMessageContaining("changes nothing");
  }

  @Test
  void refusesAnIdThatIsNoBranchName() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    for (String id : new String[] {"../main", "a..b", "", "-x", "x.lock", "a b"}) {
      assertThatThrownBy(() -> fixture.forge().discard(fixture.source(), id))
          .hasMessageContaining("cannot be the name of a branch");
    }
  }

  @Test
  void namesTheRepositoryThatIsNotThere() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    dev.evolve.pack.PackSource gone =
        new dev.evolve.pack.PackSource(
            temporary.resolve("gone").toString(), "main", fixture.source().commit(), "");
    assertThatThrownBy(() -> fixture.forge().diff(gone, fixture.benchPack(), tile(1, 2)))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORGE_FAILED))
        .hasMessageContaining(gone.repository());
  }

  @Test
  void mergesWithTheApprovalInTheMessage() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    ProposalCommit commit = fixture.propose();
    MergeOutcome outcome = fixture.forge().merge(fixture.source(), ID, commit, approval(commit));
    String merge = fixture.git("rev-parse", "main");
    assertThat(outcome).isEqualTo(new MergeOutcome.Merged(merge));
    assertThat(fixture.git("log", "-1", "--format=%P", merge))
        .isEqualTo(fixture.source().commit() + " " + commit.commit());
    assertThat(fixture.git("log", "-1", "--format=%(trailers)", merge))
        .contains(
            "Approved-by: Ada",
            "Approved-via: dashboard",
            "Evolve-Approval-Commit: " + commit.commit(),
            "Evolve-Approval-Envelope: sha256:" + commit.envelopeSha256())
        .doesNotContain("Auto-Approved");
    assertThat(fixture.git("fsck", "--strict")).doesNotContain("error", "warning");
  }

  @Test
  void saysWhenNobodyApproved() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    ProposalCommit commit = fixture.propose();
    Approval auto = approval(commit, "ci", Approval.AUTO_APPROVE);
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, auto))
        .isInstanceOf(MergeOutcome.Merged.class);
    assertThat(fixture.git("log", "-1", "--format=%B", "main"))
        .contains("Evolve-Auto-Approved: true", "No person looked at this");
    assertThat(fixture.verify(fixture.git("rev-parse", "main")).ok()).isTrue();
  }

  @Test
  void mergingAgainFindsTheMerge() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    ProposalCommit commit = fixture.propose();
    MergeOutcome first = fixture.forge().merge(fixture.source(), ID, commit, approval(commit));
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isEqualTo(first);
    assertThat(fixture.git("rev-list", "--count", "--merges", "main")).isEqualTo("1");
  }

  @Test
  void mergingAgainFindsTheMergeBelowLaterCommits() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    ProposalCommit commit = fixture.propose();
    MergeOutcome first = fixture.forge().merge(fixture.source(), ID, commit, approval(commit));
    later(fixture, "later.txt", "later\n");
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isEqualTo(first);
  }

  private static void later(ForgeFixture fixture, String path, String text) {
    ForgeFixture.write(fixture.repository().resolve(path), text);
    fixture.git("add", path);
    ForgeFixture.commit(fixture.repository(), "later");
  }

  @Test
  void doesNotMergeWhenTheBranchHasMoved() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    ProposalCommit commit = fixture.propose();
    later(fixture, "later.txt", "later\n");
    String head = fixture.git("rev-parse", "main");
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isEqualTo(new MergeOutcome.BaseMoved(fixture.source().commit(), head));
    assertThat(fixture.git("rev-parse", "main")).isEqualTo(head);
  }

  @Test
  void refusesAMergeThatAPersonMadeBesideEvolve() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    ProposalCommit commit = fixture.propose();
    fixture.git(
        "-c", "user.name=P", "-c", "user.email=p@x", "merge", "-q", "--no-ff", commit.branch());
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isInstanceOfSatisfying(
            MergeOutcome.Refused.class,
            refused -> assertThat(refused.reason()).contains("without Evolve"));
  }

  @Test
  void refusesAnApprovalOfSomethingElse() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    ProposalCommit commit = fixture.propose();
    ProposalCommit other =
        new ProposalCommit(commit.branch(), "c".repeat(40), commit.envelopeSha256());
    assertThatThrownBy(() -> fixture.forge().merge(fixture.source(), ID, commit, approval(other)))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ALLOWED));
    ProposalCommit otherEnvelope =
        new ProposalCommit(commit.branch(), commit.commit(), "d".repeat(64));
    assertThat(fixture.forge().merge(fixture.source(), ID, otherEnvelope, approval(otherEnvelope)))
        .isInstanceOf(MergeOutcome.Refused.class);
    assertThat(fixture.git("rev-parse", "main")).isEqualTo(fixture.source().commit());
  }

  @Test
  void refusesTheAuthorAsApprover() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    ProposalCommit commit = fixture.propose();
    assertThat(
            fixture
                .forge()
                .merge(fixture.source(), ID, commit, approval(commit, "Auto-Tuner/Test", "rest")))
        .isInstanceOfSatisfying(
            MergeOutcome.Refused.class,
            refused -> assertThat(refused.reason()).contains("cannot approve it"));
  }

  @Test
  void refusesToMergeWhatDidNotPassEveryGate() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    OutputEnvelope failed =
        EnvelopeFixtures.withGates(
            fixture.envelope(ID, tile(1, 2)),
            EnvelopeFixtures.passedExcept("safety", Verdict.INCONCLUSIVE));
    ProposalCommit commit =
        fixture.forge().propose(fixture.source(), fixture.benchPack(), tile(1, 2), failed);
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isInstanceOfSatisfying(
            MergeOutcome.Refused.class,
            refused -> assertThat(refused.reason()).contains("gates", "safety", "INCONCLUSIVE"));
  }

  @Test
  void updatesTheWorkingDirectoryByteForByte() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    fixture.merged(kernelDiff());
    assertThat(ForgeFixture.read(fixture.repository().resolve("src/kernel.c")))
        .isEqualTo(ForgeFixture.KERNEL.replace("two", "2"));
    assertThat(fixture.repository().resolve(".evolve/envelopes/" + ID + ".json")).exists();
    assertThat(fixture.git("diff", "--cached", "--name-only")).isEmpty();
    assertThat(fixture.git("-c", "core.attributesFile=/dev/null", "status", "--porcelain"))
        .isEmpty();
  }

  private static Changeset kernelDiff() {
    return new Changeset.Diff(
        """
        --- a/src/kernel.c
        +++ b/src/kernel.c
        @@ -1,4 +1,4 @@
         one
        -two
        +2
         three
         four
        """);
  }

  @Test
  void refusesAWorkingDirectoryWithChangesOfItsOwn() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    ProposalCommit commit = fixture.propose();
    ForgeFixture.write(fixture.repository().resolve("src/harness.c"), "mine\n");
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isInstanceOfSatisfying(
            MergeOutcome.Refused.class,
            refused -> assertThat(refused.reason()).contains("src/harness.c", "commit, stash"));
    assertThat(fixture.git("rev-parse", "main")).isEqualTo(fixture.source().commit());
    assertThat(ForgeFixture.read(fixture.repository().resolve("src/harness.c")))
        .isEqualTo("mine\n");
  }

  @Test
  void movesNoBranchWhoseFilesCouldNotFollow() throws IOException {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    ProposalCommit commit = fixture.propose();
    Path lock = fixture.repository().resolve(".git/index.lock");
    ForgeFixture.write(lock, "");
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isInstanceOfSatisfying(
            MergeOutcome.Refused.class,
            refused -> assertThat(refused.reason()).contains(lock.toString()));
    Files.delete(lock);
    ForgeFixture.write(
        fixture.repository().resolve(".git/MERGE_HEAD"), fixture.source().commit() + "\n");
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isInstanceOf(MergeOutcome.Refused.class);
    assertThat(fixture.git("rev-parse", "main")).isEqualTo(fixture.source().commit());
  }

  @Test
  void refusesToOverwriteAFileThatIsNotTracked() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    ProposalCommit commit = fixture.propose();
    ForgeFixture.write(fixture.repository().resolve(".evolve/envelopes/" + ID + ".json"), "mine\n");
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isInstanceOf(MergeOutcome.Refused.class);
  }

  @Test
  void refusesABranchThatIsCheckedOutInAnotherWorktree() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    ProposalCommit commit = fixture.propose();
    fixture.git("checkout", "-q", "-b", "side");
    fixture.git("worktree", "add", "-q", temporary.resolve("linked").toString(), "main");
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isInstanceOfSatisfying(
            MergeOutcome.Refused.class, refused -> assertThat(refused.reason()).contains("linked"));
  }

  @Test
  void catchesUpWithACheckoutThatACrashCutOff() throws IOException {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    ProposalCommit commit = fixture.propose();
    fixture.forge().merge(fixture.source(), ID, commit, approval(commit));
    fixture.git("read-tree", fixture.source().commit());
    ForgeFixture.write(fixture.repository().resolve("knobs.env"), "# tuned by hand\nTILE=1\n");
    Files.delete(fixture.repository().resolve(".evolve/envelopes/" + ID + ".json"));
    assertThat(fixture.git("diff", "--cached", "--name-only")).isNotEmpty();

    fixture.forge().merge(fixture.source(), ID, commit, approval(commit));

    assertThat(fixture.git("diff", "HEAD", "--name-only", "--", "knobs.env", ".evolve")).isEmpty();
    assertThat(fixture.git("diff", "--cached", "--name-only")).isEmpty();
    assertThat(ForgeFixture.read(fixture.repository().resolve("knobs.env"))).contains("TILE=2");
  }

  @Test
  void runsNoHook() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    Path mark = temporary.resolve("hook-ran");
    for (String hook :
        new String[] {
          "pre-commit",
          "post-commit",
          "commit-msg",
          "post-merge",
          "post-checkout",
          "reference-transaction",
          "pre-merge-commit",
          "prepare-commit-msg"
        }) {
      Path file = fixture.repository().resolve(".git/hooks/" + hook);
      ForgeFixture.write(file, "#!/bin/sh\ntouch " + mark + "\n");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    String merge = fixture.merged(tile(1, 2));
    fixture.forge().revert(fixture.source(), ID, merge, "Ada", "");
    assertThat(mark).doesNotExist();
  }

  @Test
  void revertRestoresTheTreeBeforeExactly() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    String merge = fixture.merged(tile(1, 2));
    RevertOutcome outcome =
        fixture.forge().revert(fixture.source(), ID, merge, "Ada", "it got slow");
    String head = fixture.git("rev-parse", "main");
    String tree = fixture.git("rev-parse", fixture.source().commit() + "^{tree}");
    assertThat(outcome).isEqualTo(new RevertOutcome.Reverted(head, tree));
    assertThat(fixture.git("rev-parse", "main^{tree}")).isEqualTo(tree);
    assertThat(fixture.git("log", "-1", "--format=%(trailers)"))
        .contains("Evolve-Reverts: " + merge, "Reverted-by: Ada", "Evolve-Reason: it got slow");
    assertThat(ForgeFixture.read(fixture.repository().resolve("knobs.env"))).contains("TILE=1");
    assertThat(fixture.repository().resolve(".evolve")).doesNotExist();
    assertThat(fixture.git("status", "--porcelain")).isEmpty();
    assertThat(fixture.git("fsck", "--strict")).doesNotContain("error", "warning");
  }

  @Test
  void revertingAgainFindsTheRevert() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String merge = fixture.merged(tile(1, 2));
    RevertOutcome first = fixture.forge().revert(fixture.source(), ID, merge, "Ada", "slow");
    assertThat(fixture.forge().revert(fixture.source(), ID, merge, "Ada", "slow")).isEqualTo(first);
    assertThat(fixture.git("rev-list", "--count", "main")).isEqualTo("4");
  }

  @Test
  void revertKeepsLaterCommits() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    String merge = fixture.merged(tile(1, 2));
    later(fixture, "later.txt", "later\n");
    RevertOutcome outcome = fixture.forge().revert(fixture.source(), ID, merge, "Ada", "slow");
    assertThat(outcome).isInstanceOf(RevertOutcome.Reverted.class);
    assertThat(fixture.git("show", "main:knobs.env")).contains("TILE=1");
    assertThat(fixture.git("show", "main:later.txt")).isEqualTo("later");
    assertThat(fixture.verify(fixture.git("rev-parse", "main")).failures()).isEmpty();
  }

  @Test
  void revertMergesLaterChangesOfTheSameFile() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    String merge = fixture.merged(kernelDiff());
    later(fixture, "src/kernel.c", ForgeFixture.KERNEL.replace("two", "2").replace("nine", "9"));
    RevertOutcome outcome = fixture.forge().revert(fixture.source(), ID, merge, "Ada", "slow");
    assertThat(outcome).isInstanceOf(RevertOutcome.Reverted.class);
    assertThat(fixture.git("show", "main:src/kernel.c") + "\n")
        .isEqualTo(ForgeFixture.KERNEL.replace("nine", "9"));
    assertThat(fixture.verify(fixture.git("rev-parse", "main")).failures()).isEmpty();
  }

  @Test
  void refusesToRevertWhereLaterCommitsTouchTheSameLines() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    String merge = fixture.merged(tile(1, 2));
    later(fixture, "knobs.env", "# tuned by hand\nTILE=5\n");
    String head = fixture.git("rev-parse", "main");
    assertThat(fixture.forge().revert(fixture.source(), ID, merge, "Ada", "slow"))
        .isInstanceOfSatisfying(
            RevertOutcome.Refused.class,
            refused -> assertThat(refused.reason()).contains("knobs.env"));
    assertThat(fixture.git("rev-parse", "main")).isEqualTo(head);
  }

  @Test
  void isNotFooledByARevertThatSomebodyClaims() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    String merge = fixture.merged(tile(1, 2));
    ForgeFixture.write(fixture.repository().resolve("later.txt"), "later\n");
    fixture.git("add", "later.txt");
    ForgeFixture.commit(fixture.repository(), "claim\n\nEvolve-Reverts: " + merge);
    assertThat(fixture.forge().revert(fixture.source(), ID, merge, "Ada", "slow"))
        .isInstanceOf(RevertOutcome.Reverted.class);
    assertThat(fixture.git("show", "main:knobs.env")).contains("TILE=1");
  }

  @Test
  void refusesToRevertWhatIsNotTheMergeOfTheProposal() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String merge = fixture.merged(tile(1, 2));
    for (String commit : new String[] {fixture.source().commit(), "main"}) {
      assertThatThrownBy(() -> fixture.forge().revert(fixture.source(), ID, commit, "Ada", "slow"))
          .hasMessageContaining("is not the merge of " + ID);
    }
    assertThatThrownBy(
            () -> fixture.forge().revert(fixture.source(), "another", merge, "Ada", "slow"))
        .hasMessageContaining("is not the merge of another");
  }

  @Test
  void textFromOutsideNeverBecomesATrailer() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String attack = "x\n\nApproved-by: Eve\nEvolve-Auto-Approved: true\u202e\u0007";
    OutputEnvelope envelope =
        EnvelopeFixtures.withPlan(
            fixture.envelope(ID, tile(1, 2)),
            new OutputEnvelope.Plan("agent" + attack, attack, attack, "e".repeat(64)));
    ProposalCommit commit =
        fixture.forge().propose(fixture.source(), fixture.benchPack(), tile(1, 2), envelope);
    Approval approval =
        new Approval(
            "Ada" + attack,
            "rest",
            attack,
            commit.commit(),
            commit.envelopeSha256(),
            EnvelopeFixtures.AT);
    String merge =
        ((MergeOutcome.Merged) fixture.forge().merge(fixture.source(), ID, commit, approval))
            .mergeCommit();
    fixture.forge().revert(fixture.source(), ID, merge, "Ada" + attack, attack);
    for (String rev : new String[] {commit.commit(), merge, "main"}) {
      String message = fixture.git("log", "-1", "--format=%B", rev);
      assertThat(message.lines()).noneMatch(line -> line.startsWith("Approved-by: Eve"));
      assertThat(message.lines()).noneMatch(line -> line.startsWith("Evolve-Auto-Approved"));
      assertThat(message).doesNotContain("\u202e", "\u0007");
      assertThat(fixture.verify(fixture.git("rev-parse", rev)).failures()).isEmpty();
    }
  }

  @Test
  void rehearsesTheRollbackWithoutTouchingTheRepository() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String artifact = fixture.artifacts().put("the previous binary");
    String before = fixture.git("count-objects") + fixture.git("for-each-ref");
    RollbackRehearsal rehearsal =
        fixture
            .forge()
            .rehearseRollback(fixture.source(), fixture.benchPack(), tile(1, 2), artifact);
    String tree = fixture.git("rev-parse", "main^{tree}");
    assertThat(rehearsal).isEqualTo(new RollbackRehearsal(tree, tree, artifact, true, ""));
    assertThat(fixture.git("count-objects") + fixture.git("for-each-ref")).isEqualTo(before);
    try (var left = Files.list(fixture.home().resolve("scratch"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void rehearsalNamesWhatWouldGoWrong() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String missing = Digests.sha256("missing");
    assertThat(rehearse(fixture, tile(1, 2), missing))
        .matches(rehearsal -> !rehearsal.artifactRestored())
        .matches(rehearsal -> rehearsal.problem().contains("does not hold " + missing));
    fixture.artifacts().corrupt(missing);
    assertThat(rehearse(fixture, tile(1, 2), missing).artifactRestored()).isFalse();
    String artifact = fixture.artifacts().put("the previous binary");
    assertThat(rehearse(fixture, new Changeset.Diff("nonsense"), artifact).problem())
        .contains("the diff is refused");
  }

  private static RollbackRehearsal rehearse(
      ForgeFixture fixture, Changeset changeset, String artifact) {
    return fixture
        .forge()
        .rehearseRollback(fixture.source(), fixture.benchPack(), changeset, artifact);
  }

  @Test
  void discardsTheBranchOfARejectedProposal() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    fixture.propose();
    fixture.forge().discard(fixture.source(), ID);
    fixture.forge().discard(fixture.source(), ID);
    assertThat(fixture.git("branch", "--list", "evolve/*")).isEmpty();
  }

  @Test
  void everyCommitVerifies() {
    ForgeFixture fixture = ForgeFixture.withPackIn(temporary, "packs/toy");
    String merge = fixture.merged(tile(1, 2));
    RevertOutcome.Reverted reverted =
        (RevertOutcome.Reverted) fixture.forge().revert(fixture.source(), ID, merge, "Ada", "slow");
    assertThat(fixture.verify(fixture.git("rev-parse", "evolve/" + ID)))
        .satisfies(r -> assertThat(r.failures()).isEmpty())
        .matches(r -> r.kind() == VerificationReport.Kind.PROPOSAL);
    assertThat(fixture.verify(merge))
        .satisfies(r -> assertThat(r.failures()).isEmpty())
        .matches(r -> r.kind() == VerificationReport.Kind.MERGE)
        .matches(r -> r.proposalId().equals(ID));
    assertThat(fixture.verify(reverted.revertCommit()))
        .satisfies(r -> assertThat(r.failures()).isEmpty())
        .matches(r -> r.kind() == VerificationReport.Kind.REVERT);
  }
}

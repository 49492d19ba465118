package dev.evolve.promotion;

import static dev.evolve.promotion.ForgeFixture.ID;
import static dev.evolve.promotion.ForgeFixture.approval;
import static dev.evolve.promotion.ForgeFixture.tile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.promotion.Forge.MergeOutcome;
import dev.evolve.promotion.Forge.ProposalCommit;
import dev.evolve.promotion.Forge.RevertOutcome;
import dev.evolve.provenance.EnvelopeFixtures;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.provenance.VerificationReport;
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

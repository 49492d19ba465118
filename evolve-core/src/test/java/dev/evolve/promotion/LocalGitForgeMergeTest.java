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
import dev.evolve.provenance.EnvelopeFixtures;
import dev.evolve.provenance.OutputEnvelope;
import dev.evolve.verdict.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a proposal lands by, and what keeps it from landing. */
class LocalGitForgeMergeTest {

  @TempDir Path temporary;

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
    fixture.later("later.txt", "later\n");
    assertThat(fixture.forge().merge(fixture.source(), ID, commit, approval(commit)))
        .isEqualTo(first);
  }

  @Test
  void doesNotMergeWhenTheBranchHasMoved() {
    ForgeFixture fixture = ForgeFixture.withWorkingDirectory(temporary);
    ProposalCommit commit = fixture.propose();
    fixture.later("later.txt", "later\n");
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
}

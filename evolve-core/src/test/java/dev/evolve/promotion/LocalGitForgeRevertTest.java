package dev.evolve.promotion;

import static dev.evolve.promotion.ForgeFixture.ID;
import static dev.evolve.promotion.ForgeFixture.kernelDiff;
import static dev.evolve.promotion.ForgeFixture.tile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.json.Digests;
import dev.evolve.promotion.Forge.RevertOutcome;
import dev.evolve.proposal.Changeset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way back, and its rehearsal. */
class LocalGitForgeRevertTest {

  @TempDir Path temporary;

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
    fixture.later("later.txt", "later\n");
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
    fixture.later("src/kernel.c", ForgeFixture.KERNEL.replace("two", "2").replace("nine", "9"));
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
    fixture.later("knobs.env", "# tuned by hand\nTILE=5\n");
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
  void rehearsesTheRollbackWithoutTouchingTheRepository() throws IOException {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    String artifact = fixture.artifacts().put("the previous binary");
    String before = fixture.git("count-objects") + fixture.git("for-each-ref");
    RollbackRehearsal rehearsal =
        fixture
            .forge()
            .rehearseRollback(fixture.source(), fixture.benchPack(), tile(1, 2), artifact);
    String tree = fixture.git("rev-parse", "main^{tree}");
    assertThat(rehearsal.treeBefore()).isEqualTo(tree);
    assertThat(rehearsal.treeAfterRevert()).isEqualTo(tree);
    assertThat(rehearsal.problem()).isEmpty();
    assertThat(rehearsal.artifactRestored()).isTrue();
    RollbackRehearsal.Subject subject = Objects.requireNonNull(rehearsal.subject());
    assertThat(subject.baseCommit()).isEqualTo(fixture.source().commit());
    assertThat(subject.changesetSha256()).isEqualTo(RollbackRehearsal.Subject.of(tile(1, 2)));
    assertThat(subject.mergedTree()).matches("[0-9a-f]{40}").isNotEqualTo(tree);
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
}

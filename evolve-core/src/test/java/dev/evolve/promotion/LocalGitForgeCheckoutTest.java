package dev.evolve.promotion;

import static dev.evolve.promotion.ForgeFixture.ID;
import static dev.evolve.promotion.ForgeFixture.approval;
import static dev.evolve.promotion.ForgeFixture.kernelDiff;
import static dev.evolve.promotion.ForgeFixture.tile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.promotion.Forge.MergeOutcome;
import dev.evolve.promotion.Forge.ProposalCommit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to the checkout of a branch that a merge moves. */
class LocalGitForgeCheckoutTest {

  @TempDir Path temporary;

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
}

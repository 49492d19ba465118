package dev.evolve.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.proposal.Changeset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a candidate's diff may do, and what it may not. */
class DiffRulesTest {

  @TempDir Path temporary;

  private static final String KERNEL =
      """
      --- a/src/kernel.c
      +++ b/src/kernel.c
      @@ -1,4 +1,4 @@
       one
      -two
      +2
       three
       four
      """;

  private static String edit(String path) {
    return KERNEL.replace("src/kernel.c", path);
  }

  private static String added(String path, String mode) {
    return "diff --git a/"
        + path
        + " b/"
        + path
        + "\nnew file mode "
        + mode
        + "\n--- /dev/null\n+++ b/"
        + path
        + "\n@@ -0,0 +1 @@\n+new\n";
  }

  private static String diff(ForgeFixture fixture, String diff) {
    return fixture.forge().diff(fixture.source(), fixture.benchPack(), new Changeset.Diff(diff));
  }

  @Test
  void changesAnEditableFile() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    assertThat(diff(fixture, KERNEL)).contains("-two\n+2\n").doesNotContain("\r");
  }

  @Test
  void addsAndDeletesFilesInAnEditableDirectory() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    assertThat(diff(fixture, added("generated/tile.c", "100644")))
        .contains("new file mode 100644", "+new");
    String deletion =
        "diff --git a/src/kernel.c b/src/kernel.c\ndeleted file mode 100644\n--- a/src/kernel.c\n"
            + "+++ /dev/null\n@@ -1,9 +0,0 @@\n"
            + ForgeFixture.KERNEL.lines().map(line -> "-" + line + "\n").reduce("", String::concat);
    assertThat(diff(fixture, deletion)).contains("deleted file mode 100644");
  }

  @Test
  void changesFilesAndKnobsTogether() {
    ForgeFixture fixture = ForgeFixture.withPackIn(temporary, "packs/toy");
    Changeset both =
        new Changeset.KnobsAndDiff(
            CampaignFixtures.tile(1), CampaignFixtures.tile(4), edit("packs/toy/src/kernel.c"));
    String merge = fixture.merged(both);
    assertThat(fixture.git("show", merge + ":packs/toy/knobs.env")).contains("TILE=4");
    assertThat(fixture.git("show", merge + ":packs/toy/src/kernel.c")).startsWith("one\n2\n");
    assertThat(fixture.verify(merge).failures()).isEmpty();
  }

  @Test
  void refusesEveryOtherPath() {
    ForgeFixture fixture = ForgeFixture.withPackIn(temporary, "packs/toy");
    for (String path :
        List.of(
            "packs/toy/src/harness.c",
            "packs/toy/evolve.yaml",
            "packs/toy/knobs.env",
            "src/kernel.c",
            "packs/toy/src/kernel.c/../harness.c",
            "packs/toy/generated/../src/harness.c",
            "../outside",
            "/etc/passwd",
            ".gitattributes",
            "packs/toy/generated/.gitattributes",
            "packs/toy/generated/.git/config",
            "packs/toy/generated/.GIT/hooks/x",
            "packs/toy/generated",
            "packs/toy/generated//x",
            ".evolve/envelopes/x.json",
            "packs/toy/generated\\x")) {
      for (String diff : List.of(edit(path), added(path, "100644"))) {
        assertRefused(fixture, diff, path);
      }
    }
  }

  @Test
  void refusesWhatIsNotThePlainTextOfAFile() {
    ForgeFixture fixture = ForgeFixture.bare(temporary);
    List<String> hostile =
        List.of(
            added("generated/link", "120000"),
            added("generated/module", "160000"),
            added("generated/run.sh", "100755"),
            "diff --git a/src/kernel.c b/src/kernel.c\nold mode 100644\nnew mode 100755\n",
            "diff --git a/src/kernel.c b/src/kernel.c\nold mode 100644\nnew mode 120000\n" + KERNEL,
            "diff --git a/src/kernel.c b/generated/kernel.c\nsimilarity index 100%\n"
                + "rename from src/kernel.c\nrename to generated/kernel.c\n",
            "diff --git a/src/harness.c b/generated/kernel.c\nsimilarity index 100%\n"
                + "copy from src/harness.c\ncopy to generated/kernel.c\n",
            "diff --git a/src/kernel.c b/src/kernel.c\nindex 1..2 100644\n"
                + "GIT binary patch\nliteral 3\nKcmZQzWMT#Y01f~L\n\nliteral 0\nHcmV?d00001\n\n",
            KERNEL.replace("+++ b/src/kernel.c", "+++ b/src/harness.c"),
            KERNEL.replace("--- a/src/kernel.c", "--- a/src/harness.c"),
            KERNEL + KERNEL,
            "",
            "not a diff at all",
            KERNEL.replace("-two", "-zwei"),
            KERNEL.replace("@@ -1,4 +1,4 @@", "@@ -1,40 +1,40 @@"),
            KERNEL.replace("@@ -1,4 +1,4 @@", "@@ -x +y @@"));
    for (String diff : hostile) {
      assertRefused(fixture, diff, diff);
    }
  }

  private static void assertRefused(ForgeFixture fixture, String diff, String description) {
    assertThatThrownBy(() -> diff(fixture, diff))
        .as(description)
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
        .hasMessageStartingWith("the diff is refused");
  }
}

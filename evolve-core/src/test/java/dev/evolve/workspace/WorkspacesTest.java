package dev.evolve.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.PackSource;
import dev.evolve.proposal.Changeset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspacesTest {

  private static final String DIFF =
      """
      --- a/src/work.h
      +++ b/src/work.h
      @@ -1,1 +1,2 @@
      +/* a note */
       %s
      """;

  @TempDir Path temporary;
  private FixtureRepository repository;
  private Workspaces workspaces;

  @BeforeEach
  void makeRepository() throws Exception {
    repository = FixtureRepository.create(Files.createDirectory(temporary.resolve("repository")));
    workspaces = new Workspaces(temporary.resolve("workspaces"));
  }

  @Test
  void checksOutTheCommitAndNothingElse() throws Exception {
    Path hook = repository.root().resolve(".git/hooks/post-checkout");
    Files.writeString(hook, "#!/bin/sh\ntouch " + temporary.resolve("hooked") + "\n");
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path tool = Files.writeString(repository.root().resolve("tool"), "#!/bin/sh\n");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(repository.root().resolve(".gitattributes"), "tool export-ignore\n");
    repository.commit("add a tool");
    Files.writeString(repository.root().resolve("uncommitted"), "not in the commit");
    String before = repository.git("status", "--porcelain") + repository.git("count-objects", "-v");
    try (Workspace workspace = workspaces.open("e1")) {
      Checkout checkout =
          workspace.checkOut("tree", repository.source(), repository.pack(), Optional.empty());
      assertThat(checkout.treeId()).isEqualTo(repository.git("rev-parse", "HEAD^{tree}").strip());
      assertThat(checkout.pack().resolve("tool")).isExecutable();
      assertThat(Files.isExecutable(checkout.pack().resolve("knobs.env"))).isFalse();
      assertThat(checkout.pack().resolve("src/work.h"))
          .hasSameBinaryContentAs(repository.root().resolve("src/work.h"));
      assertThat(checkout.tree().resolve("uncommitted")).doesNotExist();
      assertThat(checkout.tree().resolve(".git")).doesNotExist();
    }
    assertThat(temporary.resolve("hooked")).doesNotExist();
    assertThat(repository.git("status", "--porcelain") + repository.git("count-objects", "-v"))
        .isEqualTo(before);
    assertThat(temporary.resolve("workspaces")).isEmptyDirectory();
  }

  @Test
  void findsAPackInADirectoryOfTheRepository() throws Exception {
    Path pack = Files.createDirectories(repository.root().resolve("packs/inner"));
    Files.copy(repository.root().resolve("evolve.yaml"), pack.resolve("evolve.yaml"));
    repository.commit("add an inner pack");
    PackSource source =
        new PackSource(
            repository.root().toString(), "main", repository.source().commit(), "packs/inner");
    try (Workspace workspace = workspaces.open("e1")) {
      Checkout checkout = workspace.checkOut("tree", source, repository.pack(), Optional.empty());
      assertThat(checkout.pack()).isEqualTo(checkout.tree().resolve("packs/inner"));
      assertThat(checkout.pack().resolve("evolve.yaml")).exists();
    }
  }

  @Test
  void writesAConfigurationIntoItsFile() throws Exception {
    try (Workspace workspace = workspaces.open("e1")) {
      Checkout checkout =
          workspace.checkOut(
              "tree",
              repository.source(),
              repository.pack(),
              Optional.of(repository.knobs(Map.of("WORK", "50"))));
      assertThat(checkout.pack().resolve("knobs.env")).hasContent("WORK=50\nVARIANT=a\nFAULT=none");
    }
  }

  @Test
  void appliesADiffOfEditableFiles() throws Exception {
    String first = Files.readAllLines(repository.root().resolve("src/work.h")).getFirst();
    try (Workspace workspace = workspaces.open("e1")) {
      Checkout checkout =
          workspace.checkOut(
              "tree",
              repository.source(),
              repository.pack(),
              Optional.of(new Changeset.Diff(DIFF.formatted(first))));
      assertThat(checkout.pack().resolve("src/work.h")).content().startsWith("/* a note */\n");
    }
  }

  @Test
  void refusesADiffOfTheHarness() throws Exception {
    String first = Files.readAllLines(repository.root().resolve("src/fixture.c")).getFirst();
    Changeset diff = new Changeset.Diff(DIFF.replace("work.h", "fixture.c").formatted(first));
    try (Workspace workspace = workspaces.open("e1")) {
      assertThatThrownBy(
              () ->
                  workspace.checkOut(
                      "tree", repository.source(), repository.pack(), Optional.of(diff)))
          .isInstanceOfSatisfying(
              EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
          .hasMessageContaining("src/fixture.c");
    }
  }

  @Test
  void keepsLinksThatStayInside() throws Exception {
    Files.createSymbolicLink(repository.root().resolve("src/knobs"), Path.of("../knobs.env"));
    repository.commit("add a link");
    try (Workspace workspace = workspaces.open("e1")) {
      Checkout checkout =
          workspace.checkOut("tree", repository.source(), repository.pack(), Optional.empty());
      assertThat(checkout.pack().resolve("src/knobs")).isSymbolicLink().exists();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/absent", "../../outside", "src/../../outside", "../src/../../x"})
  void refusesLinksThatLeadOut(String target) throws Exception {
    Files.createSymbolicLink(repository.root().resolve("src/link"), Path.of(target));
    repository.commit("add a link");
    try (Workspace workspace = workspaces.open("e1")) {
      PackSource source = repository.source();
      assertThatThrownBy(
              () -> workspace.checkOut("tree", source, repository.pack(), Optional.empty()))
          .isInstanceOf(EvolveException.class)
          .hasMessageContaining("src/link");
    }
  }

  @Test
  void removesWhatACrashedEvaluationOfTheSameNameLeft() throws Exception {
    Path left = Files.createDirectories(temporary.resolve("workspaces/e1/arm-0/locked"));
    Files.writeString(left.resolve("file"), "left");
    Files.createSymbolicLink(left.resolve("link"), repository.root());
    Files.setPosixFilePermissions(left, PosixFilePermissions.fromString("---------"));
    try (Workspace workspace = workspaces.open("e1")) {
      assertThat(temporary.resolve("workspaces/e1")).isEmptyDirectory();
      assertThat(workspace.emptyDirectory("arm-0")).isEmptyDirectory();
    }
    assertThat(repository.root().resolve("evolve.yaml")).as("no link was followed").exists();
    assertThat(Files.exists(temporary.resolve("workspaces/e1"), LinkOption.NOFOLLOW_LINKS))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", "../e1", "a/b", "-rf"})
  void refusesNamesThatArePaths(String id) {
    assertThatThrownBy(() -> workspaces.open(id)).isInstanceOf(EvolveException.class);
  }

  @Test
  void saysWhatIsMissing() throws IOException, InterruptedException {
    PackSource absent =
        new PackSource(repository.root().toString(), "main", "0".repeat(39) + "1", "");
    PackSource elsewhere =
        new PackSource(
            repository.root().toString(), "main", repository.source().commit(), "absent");
    try (Workspace workspace = workspaces.open("e1")) {
      assertThatThrownBy(
              () -> workspace.checkOut("tree", absent, repository.pack(), Optional.empty()))
          .isInstanceOf(EvolveException.class);
      assertThatThrownBy(
              () -> workspace.checkOut("tree", elsewhere, repository.pack(), Optional.empty()))
          .isInstanceOf(EvolveException.class)
          .hasMessageContaining("absent");
    }
  }
}

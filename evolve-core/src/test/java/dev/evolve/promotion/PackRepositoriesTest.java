package dev.evolve.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import dev.evolve.pack.PackSource;
import dev.evolve.provenance.SigningKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackRepositoriesTest {

  @TempDir Path temporary;

  private Path home;
  private Path pack;
  private PackRepositories repositories;
  private SigningKeys keys;

  @BeforeEach
  void makePack() {
    home = temporary.resolve("home");
    pack = temporary.resolve("toy");
    keys = SigningKeys.openOrCreate(home, "evolve@localhost", new SecureRandom());
    Instant now = Instant.parse("2026-11-30T12:00:00Z");
    repositories = new PackRepositories(home, CommitterIdentity.EVOLVE, keys.key(), () -> now);
    ForgeFixture.write(pack.resolve("evolve.yaml"), "version: 1\n");
    ForgeFixture.write(pack.resolve("src/kernel.c"), "kernel\n");
  }

  private void initialise(Path repository) {
    ForgeFixture.git(repository, "init", "-q", "-b", "trunk");
    ForgeFixture.git(repository, "add", ".");
    ForgeFixture.commit(repository, "start");
  }

  private static String git(PackSource source, String... arguments) {
    return ForgeFixture.git(Path.of(source.repository()), arguments);
  }

  @Test
  void usesACleanRepositoryInPlace() throws IOException {
    initialise(pack);
    PackSource source = repositories.resolve(pack, "toy");
    assertThat(source)
        .isEqualTo(
            new PackSource(
                pack.toRealPath().toString(),
                "trunk",
                ForgeFixture.git(pack, "rev-parse", "HEAD"),
                ""));
  }

  @Test
  void refusesARepositoryThatACampaignWouldNotSeeInFull() throws IOException {
    initialise(pack);
    ForgeFixture.write(pack.resolve("src/kernel.c"), "changed\n");
    assertRefused("src/kernel.c");
    ForgeFixture.git(pack, "add", ".");
    assertRefused("src/kernel.c");
    ForgeFixture.git(pack, "reset", "-q", "--hard");
    ForgeFixture.write(pack.resolve("new.c"), "new\n");
    assertRefused("new.c");
    ForgeFixture.write(pack.resolve(".git/info/exclude"), "new.c\n");
    assertThat(repositories.resolve(pack, "toy").branch()).isEqualTo("trunk");
    ForgeFixture.git(pack, "checkout", "-q", "--detach");
    assertRefused("check out the branch");
  }

  @Test
  void refusesARepositoryWithoutACommittedPack() {
    ForgeFixture.git(pack, "init", "-q", "-b", "trunk");
    assertRefused("has no commit");
    ForgeFixture.git(pack, "add", "src");
    ForgeFixture.commit(pack, "start");
    assertRefused("evolve.yaml is not committed");
  }

  private void assertRefused(String why) {
    assertThatThrownBy(() -> repositories.resolve(pack, "toy"))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining(why);
  }

  @Test
  void importsADirectoryWithoutARepository() throws IOException {
    Path script = pack.resolve("build.sh");
    ForgeFixture.write(script, "#!/bin/sh\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Files.createSymbolicLink(pack.resolve("latest.c"), Path.of("src/kernel.c"));
    ForgeFixture.write(pack.resolve(".gitignore"), "/build/\n*.o\n!keep.o\n");
    ForgeFixture.write(pack.resolve("build/toy"), "binary\n");
    ForgeFixture.write(pack.resolve("src/kernel.o"), "object\n");
    ForgeFixture.write(pack.resolve("src/keep.o"), "object\n");
    ForgeFixture.write(pack.resolve("src/.gitignore"), "local.c\n");
    ForgeFixture.write(pack.resolve("src/local.c"), "local\n");
    ForgeFixture.write(pack.resolve("crlf.txt"), "a\r\nb\r\n");
    ForgeFixture.write(pack.resolve(".gitattributes"), "* text=auto\n");

    PackSource source = repositories.resolve(pack, "toy");

    assertThat(source.branch()).isEqualTo("main");
    assertThat(source.directory()).isEmpty();
    assertThat(Path.of(source.repository()).getFileName().toString())
        .matches("toy-[0-9a-f]{12}\\.git");
    assertThat(git(source, "ls-tree", "-r", "--format=%(objectmode) %(path)", "main").lines())
        .containsExactly(
            "100644 .gitattributes",
            "100644 .gitignore",
            "100755 build.sh",
            "100644 crlf.txt",
            "100644 evolve.yaml",
            "120000 latest.c",
            "100644 src/.gitignore",
            "100644 src/keep.o",
            "100644 src/kernel.c");
    assertThat(git(source, "cat-file", "-s", "main:crlf.txt")).isEqualTo("6");
    assertThat(git(source, "fsck", "--strict")).doesNotContain("error", "warning");
    git(source, "config", "gpg.ssh.allowedSignersFile", keys.allowedSignersFile().toString());
    assertThat(git(source, "verify-commit", "main")).contains("Good \"git\" signature");
  }

  @Test
  void importsADirectoryInsideAnotherRepository() {
    initialise(temporary);
    ForgeFixture.write(pack.resolve("src/kernel.c"), "not committed\n");
    PackSource source = repositories.resolve(pack, "toy");
    assertThat(source.repository()).startsWith(home.resolve("repositories").toString());
    assertThat(git(source, "show", "main:src/kernel.c")).isEqualTo("not committed");
  }

  @Test
  void findsTheImportAgainWithWhatWasMergedSince() {
    PackSource first = repositories.resolve(pack, "toy");
    String tree = git(first, "rev-parse", "main^{tree}");
    String merged =
        git(
            first,
            "-c",
            "user.name=P",
            "-c",
            "user.email=p@x",
            "commit-tree",
            tree,
            "-p",
            "main",
            "-m",
            "x");
    git(first, "update-ref", "refs/heads/main", merged);
    PackSource second = repositories.resolve(pack, "toy");
    assertThat(second).isEqualTo(new PackSource(first.repository(), "main", merged, ""));
    ForgeFixture.write(pack.resolve("src/kernel.c"), "another\n");
    assertThat(repositories.resolve(pack, "toy").repository()).isNotEqualTo(first.repository());
    assertThat(repositories.all()).hasSize(2);
  }

  @Test
  void leavesNothingHalfImportedBehind() throws IOException {
    repositories.resolve(pack, "toy");
    try (var left = Files.list(home.resolve("repositories"))) {
      assertThat(left).singleElement().matches(path -> path.toString().endsWith(".git"));
    }
  }

  @Test
  void refusesLinksThatLeadOutOfTheDirectory() throws IOException {
    ForgeFixture.write(temporary.resolve("secret"), "secret\n");
    Path link = pack.resolve("link");
    for (String target :
        List.of(
            "../secret", temporary.resolve("secret").toString(), "src/../../secret", "src/out")) {
      Files.deleteIfExists(link);
      Files.deleteIfExists(pack.resolve("src/out"));
      Files.createSymbolicLink(pack.resolve("src/out"), Path.of("../../secret"));
      Files.createSymbolicLink(link, Path.of(target));
      assertRefused("leads out of it");
    }
  }

  @Test
  void refusesADirectoryWithoutAPack() {
    assertThatThrownBy(() -> repositories.resolve(temporary.resolve("toy/src"), "toy"))
        .hasMessageContaining("evolve.yaml");
    assertThatThrownBy(() -> repositories.resolve(temporary.resolve("gone"), "toy"))
        .isInstanceOf(EvolveException.class);
  }

  @Test
  void findsCommitsInEveryRepositoryItHasUsed() throws IOException {
    PackSource imported = repositories.resolve(pack, "toy");
    Path other = temporary.resolve("other");
    ForgeFixture.write(other.resolve("evolve.yaml"), "version: 1\nname: other\n");
    initialise(other);
    PackSource inPlace = repositories.resolve(other, "other");
    assertThat(repositories.find(imported.commit()))
        .contains(new PackRepositories.Located(Path.of(imported.repository()), imported.commit()));
    assertThat(repositories.find(inPlace.commit().substring(0, 10)))
        .contains(new PackRepositories.Located(other.toRealPath(), inPlace.commit()));
    assertThat(repositories.find("0123456")).isEmpty();
    String tree = git(imported, "rev-parse", "main^{tree}");
    assertThat(repositories.find(tree)).isEmpty();
    assertThatThrownBy(() -> repositories.find("main")).hasMessageContaining("hex digits");
  }
}

package dev.evolve.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileArtifactStoreTest {

  @TempDir Path temporary;
  private Path root;
  private FileArtifactStore store;

  @BeforeEach
  void open() {
    root = temporary.resolve("store");
    store = new FileArtifactStore(root);
  }

  @Test
  void givesBackTheSameBytes() throws IOException {
    Path file = Files.writeString(temporary.resolve("data"), "content");
    String hash = store.put(file);
    assertThat(hash).isEqualTo(Digests.sha256("content"));
    assertThat(store.contains(hash)).isTrue();
    Path target = temporary.resolve("deep/er/target");
    store.materialise(hash, target);
    assertThat(target).hasContent("content").isReadable();
    assertThat(Files.isExecutable(target)).isFalse();
  }

  @Test
  void keepsTheExecutableBit() throws IOException {
    String hash = store.put(program("program"));
    store.put(Files.writeString(temporary.resolve("same-as-data"), "#!/bin/sh\n"));
    Path target = temporary.resolve("target");
    store.materialise(hash, target);
    assertThat(target).isExecutable();
  }

  @Test
  void keepsOneReadOnlyFileForTheSameContent() throws IOException {
    String hash = store.put(program("one"));
    assertThat(store.put(program("two"))).isEqualTo(hash);
    try (Stream<Path> files = Files.walk(root)) {
      assertThat(files.filter(Files::isRegularFile))
          .singleElement()
          .satisfies(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("r-xr-xr-x"));
    }
  }

  @Test
  void refusesDamagedContent() throws IOException {
    String hash = store.put(program("program"));
    Path stored = root.resolve("sha256").resolve(hash.substring(0, 2)).resolve(hash);
    Files.delete(stored);
    Files.writeString(stored, "#!/bin/sh\nrm -rf /\n");
    Path target = temporary.resolve("target");
    assertThatThrownBy(() -> store.materialise(hash, target))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_CORRUPT));
    assertThat(target).doesNotExist();
    assertThat(temporary.toFile().list()).containsExactlyInAnyOrder("program", "store");
  }

  @Test
  void healsDamagedContentThatIsStoredAgain() throws IOException {
    Path file = program("program");
    String hash = store.put(file);
    Path stored = root.resolve("sha256").resolve(hash.substring(0, 2)).resolve(hash);
    Files.delete(stored);
    Files.writeString(stored, "damaged");
    store.put(file);
    store.materialise(hash, temporary.resolve("target"));
    assertThat(temporary.resolve("target")).hasSameTextualContentAs(file);
  }

  @Test
  void refusesWhatItDoesNotHave() {
    String absent = Digests.sha256("absent");
    assertThat(store.contains(absent)).isFalse();
    assertThat(store.contains("../../etc/passwd")).isFalse();
    assertThatThrownBy(() -> store.materialise(absent, temporary.resolve("target")))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void storesNoLinksAndNoDirectories() throws IOException {
    Path link = Files.createSymbolicLink(temporary.resolve("link"), program("program"));
    assertThatThrownBy(() -> store.put(link)).isInstanceOf(EvolveException.class);
    assertThatThrownBy(() -> store.put(temporary)).isInstanceOf(EvolveException.class);
  }

  @Test
  void replacesTheTargetAsAWhole() throws IOException {
    String hash = store.put(program("program"));
    Path target = Files.writeString(temporary.resolve("target"), "old and longer than the new");
    store.materialise(hash, target);
    assertThat(target).hasContent("#!/bin/sh\n");
  }

  private Path program(String name) throws IOException {
    Path file = Files.writeString(temporary.resolve(name), "#!/bin/sh\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));
    return file;
  }
}

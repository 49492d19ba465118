package dev.evolve.loop.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.port.CheckpointStore.FencedException;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store on a real directory. */
class FileCheckpointStoreTest {

  @TempDir private Path home;

  @Test
  void loadsTheNewestCheckpointOfEveryLoopThatGoesOn() {
    try (FileCheckpointStore store = open()) {
      store.commit(Steps.running("a", 1, "{\"n\":1}"));
      store.commit(Steps.running("b", 1, "{}"));
      store.commit(Steps.running("c", 1, "{}"));
      store.commit(Steps.running("a", 2, "{\"n\":2}"));
      store.commit(Steps.step("b", 2, Status.FINISHED, "{}"));
      store.commit(Steps.step("c", 2, Status.CANCELLED, "{}"));
      store.commit(Steps.running("c", 0, "{\"again\":true}"));
    }
    try (FileCheckpointStore store = open()) {
      assertThat(Steps.lines(store.load()))
          .containsExactly("a kind 2 RUNNING {\"n\":2}", "c kind 0 RUNNING {\"again\":true}");
    }
  }

  @Test
  void loadsWhatWasAppendedSinceItWasOpened() {
    try (FileCheckpointStore store = open()) {
      store.append(Steps.running("a", 1, "{}"));
      assertThat(Steps.lines(store.load())).containsExactly("a kind 1 RUNNING {}");
      store.append(Steps.running("a", 2, "{}"));
      assertThat(Steps.lines(store.load())).containsExactly("a kind 2 RUNNING {}");
    }
  }

  @Test
  void refusesASecondOwnerAndNamesTheDirectoryAndTheProcess() {
    Path directory = home.resolve("store");
    try (FileCheckpointStore store = open()) {
      assertThatThrownBy(() -> FileCheckpointStore.open(directory, FileStoreSettings.DEFAULT))
          .isInstanceOf(FencedException.class)
          .hasMessageContaining(directory.toString())
          .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
      store.commit(Steps.running("a", 1, "{}"));
    }
    try (FileCheckpointStore store = open()) {
      assertThat(store.load()).hasSize(1);
    }
  }

  @Test
  void givesTheDirectoryUpWhenItCannotBeOpened() throws IOException {
    Path directory = Files.createDirectories(home.resolve("store"));
    Path file = StoreFile.in(directory, StoreFile.Role.SNAPSHOT, 1).path();
    Files.writeString(file, "this is no snapshot of a store");
    assertThatThrownBy(this::open).isInstanceOf(CorruptStoreException.class);
    Files.delete(file);
    open().close();
  }

  @Test
  void keepsFewTimesTheLiveBytesHoweverManyStepsComeAndEveryEvent() throws IOException {
    FileStoreSettings small =
        FileStoreSettings.DEFAULT.withSegmentBytes(32 << 10).withWindow(Duration.ZERO);
    List<StepCommit> steps = Steps.history(new SplittableRandom(1), 20_000);
    try (FileCheckpointStore store = openCompactingInline(small)) {
      steps.forEach(store::append);
    }
    assertThat(sizeOf("snapshot") + sizeOf("log")).isLessThan(20 * (32 << 10));
    try (FileCheckpointStore store = open()) {
      assertThat(store.durable()).isEqualTo(20_000);
      assertThat(Steps.lines(store.load())).isEqualTo(Steps.loaded(steps));
      assertThat(Steps.events(store)).isEqualTo(Steps.events(steps));
    }
  }

  @Test
  void compactsOnOpeningWhatManyShortLivesHaveLeft() throws IOException {
    for (int life = 0; life < 20; life++) {
      try (FileCheckpointStore store = openCompactingInline(FileStoreSettings.DEFAULT)) {
        store.commit(Steps.running("loop", life, "{}"));
      }
    }
    try (Stream<Path> files = Files.list(home.resolve("store"))) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("log")))
          .hasSizeLessThan(20);
    }
    try (FileCheckpointStore store = open()) {
      assertThat(Steps.lines(store.load())).containsExactly("loop kind 19 RUNNING {}");
    }
  }

  @Test
  void leavesFilesThatAreNotItsOwnAlone() throws IOException {
    Path other = Files.createDirectories(home.resolve("store")).resolve("notes.txt");
    Files.writeString(other, "mine");
    open().close();
    assertThat(other).hasContent("mine");
  }

  @Test
  void refusesSettingsThatMakeNoSense() {
    assertThatThrownBy(() -> FileStoreSettings.DEFAULT.withBufferBytes(10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bufferBytes must be at least 1024, but is 10");
    assertThatThrownBy(() -> FileStoreSettings.DEFAULT.withWindow(Duration.ofMillis(-1)))
        .hasMessage("window must not be negative, but is PT-0.001S");
  }

  private FileCheckpointStore open() {
    return FileCheckpointStore.open(home.resolve("store"), FileStoreSettings.DEFAULT);
  }

  private FileCheckpointStore openCompactingInline(FileStoreSettings settings) {
    Path directory = home.resolve("store");
    RealDisk disk = new RealDisk();
    try {
      disk.createDirectory(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return FileCheckpointStore.open(directory, settings, disk, Runnable::run, () -> {});
  }

  private long sizeOf(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("store"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }
}

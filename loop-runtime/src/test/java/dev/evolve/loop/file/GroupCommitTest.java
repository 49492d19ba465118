package dev.evolve.loop.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** How steps become durable together, and what happens when they cannot. */
class GroupCommitTest {

  private static final Path DIRECTORY = Path.of("store");
  private static final FileStoreSettings SETTINGS =
      FileStoreSettings.DEFAULT.withBufferBytes(4096).withWindow(Duration.ofMillis(1));

  private final SimulatedDisk disk = new SimulatedDisk();

  @Test
  void acknowledgesNothingBeforeItsSyncHasReturned() throws InterruptedException {
    Semaphore gate = new Semaphore(0);
    disk.gateSyncs(gate);
    CountDownLatch told = new CountDownLatch(1);
    try (FileCheckpointStore store = open()) {
      store.onProgress(told::countDown);
      long sequence = store.append(Steps.running("a", 1, "{}"));
      gate.release(1); // the header of the file
      assertThat(store.durable()).isZero();
      gate.release(1);
      told.await();
      assertThat(store.durable()).isEqualTo(sequence).isEqualTo(1);
      gate.release(100);
    }
  }

  @Test
  void makesAllStepsThatCameDuringASyncDurableWithTheNext() {
    Semaphore gate = new Semaphore(0);
    disk.gateSyncs(gate);
    try (FileCheckpointStore store = open()) {
      store.append(Steps.running("first", 1, "{}"));
      while (disk.bytesOf(StoreFile.in(DIRECTORY, StoreFile.Role.LOG, 1).path()) == 0) {
        Thread.onSpinWait();
      }
      for (int i = 0; i < 50; i++) {
        store.append(Steps.running("loop-" + i % 5, i, "{}"));
      }
      gate.release(100);
      store.commit(Steps.running("last", 1, "{}"));
      assertThat(store.durable()).isEqualTo(52);
      assertThat(store.usage().groups()).isBetween(2L, 3L);
    }
  }

  @Test
  void givesNumbersThatRiseByOneAlsoAfterItWasOpenedAgain() {
    try (FileCheckpointStore store = open()) {
      assertThat(store.append(Steps.running("a", 1, "{}"))).isEqualTo(1);
      assertThat(store.append(Steps.running("a", 2, "{}"))).isEqualTo(2);
    }
    try (FileCheckpointStore store = open()) {
      assertThat(store.durable()).isEqualTo(2);
      assertThat(store.append(Steps.running("a", 3, "{}"))).isEqualTo(3);
    }
  }

  @Test
  void waitsForRoomWhenBothBuffersAreFullAndTakesNothingIfNoneComes() {
    Semaphore gate = new Semaphore(0);
    disk.gateSyncs(gate);
    FileStoreSettings impatient = SETTINGS.withPatience(Duration.ofMillis(50));
    List<StepCommit> taken = new ArrayList<>();
    try (FileCheckpointStore store = open(impatient)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  StepCommit step = Steps.running("loop-" + i, 1, "x".repeat(100));
                  store.append(step);
                  taken.add(step);
                }
              })
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("nothing was taken");
      assertThat(taken).hasSizeBetween(20, 60);
      assertThat(store.failure()).isNull();
      gate.release(1000);
      taken.add(Steps.running("late", 1, "{}"));
      commitOnceThereIsRoom(store, taken.getLast());
      assertThat(Steps.lines(store.load())).isEqualTo(Steps.loaded(taken));
    }
  }

  /** However slow the machine is: the disk has been let go, so there will be room. */
  private static void commitOnceThereIsRoom(FileCheckpointStore store, StepCommit step) {
    for (boolean committed = false; !committed; ) {
      try {
        store.commit(step);
        committed = true;
      } catch (StoreUnavailableException e) {
        assertThat(e).hasMessageContaining("nothing was taken");
      }
    }
  }

  @Test
  void acknowledgesNothingAnyMoreAfterAFailedSyncThoughLaterSyncsSucceed() {
    try (FileCheckpointStore store = open()) {
      store.commit(Steps.running("a", 1, "{}"));
      disk.failSync(1);
      assertThatThrownBy(() -> store.commit(Steps.running("a", 2, "{}")))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("Input/output error")
          .hasMessageContaining("Steps up to 1 are stored");
      for (int i = 3; i < 10; i++) {
        long index = i;
        assertThatThrownBy(() -> store.append(Steps.running("a", index, "{}")))
            .isInstanceOf(StoreUnavailableException.class);
      }
      assertThat(store.failure()).isInstanceOf(StoreUnavailableException.class);
      assertThat(store.durable()).isEqualTo(1);
    }
    try (FileCheckpointStore store = open()) {
      assertThat(Steps.lines(store.load())).containsExactly("a kind 1 RUNNING {}");
    }
  }

  @Test
  void tellsItsListenerThatItHasFailed() throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    try (FileCheckpointStore store = open()) {
      store.commit(Steps.running("a", 1, "{}"));
      store.onProgress(
          () -> {
            if (store.failure() != null) {
              told.countDown();
            }
          });
      disk.failSync(1);
      store.append(Steps.running("a", 2, "{}"));
      told.await();
    }
  }

  @Test
  void saysThatTheDiskIsFullAndGoesOnWithAllAcknowledgedOnceThereIsRoom() {
    List<StepCommit> acknowledged = new ArrayList<>();
    disk.leaveRoom(2000);
    try (FileCheckpointStore store = open()) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  StepCommit step = Steps.running("loop-" + i % 3, i, "{}");
                  store.commit(step);
                  acknowledged.add(step);
                }
              })
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("No space left on device")
          .hasMessageContaining("after room was made on the disk");
    }
    disk.leaveRoom(Long.MAX_VALUE);
    try (FileCheckpointStore store = open()) {
      assertThat(store.durable()).isEqualTo(acknowledged.size());
      assertThat(Steps.lines(store.load())).isEqualTo(Steps.loaded(acknowledged));
    }
  }

  @Test
  void takesAnUnansweredSyncForAFailureOnceItsPatienceEnds() {
    Semaphore gate = new Semaphore(0);
    disk.gateSyncs(gate);
    try (FileCheckpointStore store = open(SETTINGS.withPatience(Duration.ofMillis(20)))) {
      assertThatThrownBy(() -> store.commit(Steps.running("a", 1, "{}")))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("did not make a step durable within PT0.02S");
      gate.release(100);
      assertThatThrownBy(() -> store.append(Steps.running("a", 1, "{}")))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(store.durable()).isZero();
    }
  }

  @Test
  void refusesAStepThatIsTooLargeAndNoOther() {
    try (FileCheckpointStore store = open()) {
      assertThatThrownBy(() -> store.commit(Steps.running("big", 1, "x".repeat(5000))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("step 1 of big")
          .hasMessageContaining("a buffer of the store holds 4096; raise bufferBytes");
      store.commit(Steps.running("small", 1, "{}"));
      assertThat(Steps.lines(store.load())).containsExactly("small kind 1 RUNNING {}");
    }
  }

  @Test
  void makesDurableWhatWasAppendedBeforeItIsClosedAndRefusesMore() {
    FileCheckpointStore store = open();
    for (int i = 0; i < 20; i++) {
      store.append(Steps.running("a", i, "{}"));
    }
    store.close();
    assertThat(store.durable()).isEqualTo(20);
    assertThatThrownBy(() -> store.append(Steps.running("a", 20, "{}")))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("is closed");
  }

  @Test
  void keepsTheDirectoryWhenItIsClosedWhileTheDiskDoesNotAnswer() {
    Semaphore gate = new Semaphore(0);
    disk.gateSyncs(gate);
    AtomicBoolean released = new AtomicBoolean();
    FileCheckpointStore store =
        FileCheckpointStore.open(
            DIRECTORY,
            SETTINGS.withPatience(Duration.ofMillis(20)),
            disk,
            Runnable::run,
            () -> released.set(true));
    store.append(Steps.running("a", 1, "{}"));
    store.close();
    assertThat(released).isFalse();
    assertThat(store.failure()).hasMessageContaining("the disk did not answer");
    gate.release(100);
  }

  @Test
  void takesStepsOfManyThreads() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    try (FileCheckpointStore store = open(SETTINGS.withSegmentBytes(2000))) {
      for (int t = 0; t < 4; t++) {
        String loop = "loop-" + t;
        threads.add(
            Thread.startVirtualThread(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    store.commit(Steps.running(loop, i, "{\"of\":\"" + loop + "\"}"));
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(store.durable()).isEqualTo(800);
    }
    try (FileCheckpointStore store = open()) {
      assertThat(Steps.lines(store.load()))
          .containsExactlyInAnyOrder(
              "loop-0 kind 199 RUNNING {\"of\":\"loop-0\"}",
              "loop-1 kind 199 RUNNING {\"of\":\"loop-1\"}",
              "loop-2 kind 199 RUNNING {\"of\":\"loop-2\"}",
              "loop-3 kind 199 RUNNING {\"of\":\"loop-3\"}");
    }
  }

  @Test
  void aCompactionThatFailsChangesNothingAndIsTriedAgain() {
    FileStoreSettings small = SETTINGS.withSegmentBytes(1000).withCompactionFactor(0.5);
    List<StepCommit> steps = Steps.history(new SplittableRandom(1), 200);
    List<Runnable> compactions = new ArrayList<>();
    try (FileCheckpointStore store =
        FileCheckpointStore.open(DIRECTORY, small, disk, compactions::add, () -> {})) {
      for (StepCommit step : steps) {
        store.commit(step);
        while (!compactions.isEmpty()) {
          if (step.checkpoint().stepIndex() < 100) {
            disk.failSync(1);
          }
          compactions.removeFirst().run();
        }
        if (step.checkpoint().stepIndex() == 100) {
          assertThat(store.usage().compactions()).isZero();
        }
      }
      assertThat(store.failure()).isNull();
      assertThat(store.usage().compactions()).isPositive();
      assertThat(Steps.lines(store.load())).isEqualTo(Steps.loaded(steps));
      assertThat(Steps.events(store)).isEqualTo(Steps.events(steps));
    }
    try (FileCheckpointStore store = open()) {
      assertThat(Steps.lines(store.load())).isEqualTo(Steps.loaded(steps));
      assertThat(Steps.events(store)).isEqualTo(Steps.events(steps));
    }
  }

  private FileCheckpointStore open() {
    return open(SETTINGS);
  }

  private FileCheckpointStore open(FileStoreSettings settings) {
    return FileCheckpointStore.open(DIRECTORY, settings, disk, Runnable::run, () -> {});
  }
}

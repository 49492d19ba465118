package dev.evolve.loop.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evolve.loop.file.StoreFile.Role;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a torn or damaged file makes of a store. */
class DamageTest {

  private static final Path DIRECTORY = Path.of("store");
  private static final Path FIRST = StoreFile.in(DIRECTORY, Role.LOG, 1).path();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void loadsExactlyThePrefixThatAFileCutAtAnyByteHolds(long seed) throws IOException {
    List<StepCommit> steps = Steps.history(new SplittableRandom(seed), 12);
    Stored stored = store(steps);
    for (int cut = 0; cut <= stored.bytes.length; cut++) {
      SimulatedDisk disk = diskWith(Arrays.copyOf(stored.bytes, cut));
      int whole = stored.stepsWithin(cut);
      try (FileCheckpointStore store = open(disk)) {
        assertThat(store.durable()).as("cut at %s", cut).isEqualTo(whole);
        assertThat(Steps.lines(store.load())).isEqualTo(Steps.loaded(steps.subList(0, whole)));
      }
    }
  }

  @Test
  void goesOnBehindTheCutAndKeepsBothSides() throws IOException {
    List<StepCommit> steps = Steps.history(new SplittableRandom(4), 12);
    Stored stored = store(steps);
    SimulatedDisk disk = diskWith(Arrays.copyOf(stored.bytes, stored.ends.get(7) - 3));
    List<StepCommit> taken = new ArrayList<>(steps.subList(0, 6));
    try (FileCheckpointStore store = open(disk)) {
      store.commit(Steps.running("after", 1, "{}"));
    }
    taken.add(Steps.running("after", 1, "{}"));
    try (FileCheckpointStore store = open(disk.afterPowerCut(new SplittableRandom(5)))) {
      assertThat(Steps.lines(store.load())).isEqualTo(Steps.loaded(taken));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void refusesAnyFlippedBitBeforeTheLastStepAndNamesTheRecord(long seed) throws IOException {
    RandomGenerator random = new SplittableRandom(seed);
    Stored stored = store(Steps.history(random, 8));
    int last = stored.ends.get(6);
    for (int at = Layout.FILE_HEADER; at < last; at++) {
      byte[] damaged = stored.bytes.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      SimulatedDisk disk = diskWith(damaged);
      Throwable refusal = catchThrowable(() -> open(disk).close());
      assertThat(refusal).as("byte %s", at).isInstanceOf(CorruptStoreException.class);
      CorruptStoreException corrupt = (CorruptStoreException) refusal;
      assertThat(corrupt.file()).isEqualTo(FIRST);
      assertThat(corrupt.offset()).isLessThanOrEqualTo(at);
      assertThat(disk.bytes(FIRST)).isEqualTo(damaged);
    }
  }

  @Test
  void refusesADamagedRecordWithinTheLastGroupIfNoSectorIsMissing() throws IOException {
    Stored stored = storeAsOneGroup(60);
    byte[] damaged = stored.bytes.clone();
    damaged[damaged.length / 2] ^= 4;
    assertThatThrownBy(() -> open(diskWith(damaged)).close())
        .isInstanceOf(CorruptStoreException.class)
        .hasMessageContaining("whole ones behind it");
  }

  @Test
  void cutsTheLastGroupOffAtASectorThatWasNeverWritten() throws IOException {
    Stored stored = storeAsOneGroup(60);
    byte[] torn = stored.bytes.clone();
    Arrays.fill(torn, 1024, 1536, (byte) 0);
    int whole = stored.stepsWithin(1024);
    try (FileCheckpointStore store = open(diskWith(torn))) {
      assertThat(store.durable()).isEqualTo(whole).isPositive();
    }
  }

  @Test
  void refusesAMissingSectorBeforeTheLastGroup() throws IOException {
    Stored stored = store(Steps.history(new SplittableRandom(6), 40));
    byte[] damaged = stored.bytes.clone();
    Arrays.fill(damaged, 512, 1024, (byte) 0);
    assertThatThrownBy(() -> open(diskWith(damaged)).close())
        .isInstanceOf(CorruptStoreException.class);
  }

  @Test
  void refusesATornFileThatIsNotTheLast() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    try (FileCheckpointStore store = open(disk, FileStoreSettings.DEFAULT.withSegmentBytes(200))) {
      for (int i = 0; i < 10; i++) {
        store.commit(Steps.running("loop-" + i, 1, "{}"));
      }
    }
    byte[] first = disk.bytes(FIRST);
    disk.put(FIRST, Arrays.copyOf(first, first.length - 1));
    assertThatThrownBy(() -> open(disk).close())
        .isInstanceOf(CorruptStoreException.class)
        .hasMessageContaining("not the last file of the log");
  }

  @Test
  void refusesALogWithAMissingFile() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    try (FileCheckpointStore store = open(disk, FileStoreSettings.DEFAULT.withSegmentBytes(200))) {
      for (int i = 0; i < 10; i++) {
        store.commit(Steps.running("loop-" + i, 1, "{}"));
      }
    }
    disk.delete(FIRST);
    assertThatThrownBy(() -> open(disk).close())
        .isInstanceOf(CorruptStoreException.class)
        .hasMessageContaining("step 1 is the next: a file is missing");
  }

  @Test
  void refusesANewerVersionAndSaysWhatToDo() throws IOException {
    Stored stored = store(Steps.history(new SplittableRandom(7), 3));
    ByteBuffer.wrap(stored.bytes).putInt(Layout.FILE_VERSION, Layout.VERSION + 1);
    assertThatThrownBy(() -> open(diskWith(stored.bytes)).close())
        .isInstanceOf(CorruptStoreException.class)
        .hasMessageContaining("format version 2, and this program reads up to 1")
        .hasMessageContaining("use the newer program");
  }

  @Test
  void refusesAFileUnderAnotherName() throws IOException {
    Stored stored = store(Steps.history(new SplittableRandom(8), 3));
    SimulatedDisk disk = new SimulatedDisk();
    disk.put(StoreFile.in(DIRECTORY, Role.SNAPSHOT, 1).path(), stored.bytes);
    assertThatThrownBy(() -> open(disk).close())
        .isInstanceOf(CorruptStoreException.class)
        .hasMessageContaining("the header is that of another file");
  }

  @Test
  void takesNoRecordInsideAStateForOneOfItsOwn() throws IOException {
    Stored inner = store(Steps.history(new SplittableRandom(9), 10));
    String log = new String(inner.bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    Stored outer = store(List.of(Steps.running("a", 1, "{}"), Steps.running("a", 2, log)));
    SimulatedDisk disk = diskWith(Arrays.copyOf(outer.bytes, outer.bytes.length - 1));
    try (FileCheckpointStore store = open(disk)) {
      assertThat(store.durable()).isEqualTo(1);
    }
  }

  @Test
  void aDamagedSnapshotIsRefused() throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    FileStoreSettings small =
        FileStoreSettings.DEFAULT.withSegmentBytes(400).withCompactionFactor(0.5);
    try (FileCheckpointStore store = open(disk, small)) {
      for (int i = 0; i < 30; i++) {
        store.commit(Steps.running("loop", i, "{}"));
      }
      assertThat(store.usage().compactions()).isPositive();
    }
    Path snapshot =
        disk.list(DIRECTORY).stream()
            .filter(path -> path.toString().contains("snapshot"))
            .findFirst()
            .orElseThrow();
    byte[] whole = disk.bytes(snapshot);
    for (int cut = 0; cut < whole.length; cut++) {
      disk.put(snapshot, Arrays.copyOf(whole, cut));
      assertThatThrownBy(() -> open(disk).close())
          .as("cut at %s", cut)
          .isInstanceOf(CorruptStoreException.class);
    }
  }

  private static Stored store(List<StepCommit> steps) throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    List<Integer> ends = new ArrayList<>(List.of(0));
    try (FileCheckpointStore store = open(disk)) {
      for (StepCommit step : steps) {
        store.commit(step);
        ends.add(disk.bytes(FIRST).length);
      }
    }
    return new Stored(disk.bytes(FIRST), ends);
  }

  /** The first step is a group alone, the others are one. */
  private static Stored storeAsOneGroup(int steps) throws IOException {
    SimulatedDisk disk = new SimulatedDisk();
    Semaphore gate = new Semaphore(0);
    disk.gateSyncs(gate);
    try (FileCheckpointStore store = open(disk)) {
      for (int i = 0; i < steps; i++) {
        store.append(Steps.running("loop", i, "{\"step\":" + i + "}"));
      }
      gate.release(1000);
    }
    byte[] bytes = disk.bytes(FIRST);
    List<Integer> ends = new ArrayList<>(List.of(0));
    for (int at = Layout.FILE_HEADER; at < bytes.length; ) {
      int end = at + Layout.COUNTED + ByteBuffer.wrap(bytes).getInt(at + Layout.LENGTH);
      if (bytes[at + Layout.TYPE] == Layout.STEP) {
        ends.add(end);
      }
      at = end;
    }
    return new Stored(bytes, ends);
  }

  private static SimulatedDisk diskWith(byte[] bytes) {
    SimulatedDisk disk = new SimulatedDisk();
    disk.put(FIRST, bytes);
    return disk;
  }

  private static FileCheckpointStore open(SimulatedDisk disk) {
    return open(disk, FileStoreSettings.DEFAULT.withBufferBytes(64 << 10));
  }

  private static FileCheckpointStore open(SimulatedDisk disk, FileStoreSettings settings) {
    return FileCheckpointStore.open(DIRECTORY, settings, disk, Runnable::run, () -> {});
  }

  /** A file of the log, and where in it each step ends. */
  private record Stored(byte[] bytes, List<Integer> ends) {

    int stepsWithin(int cut) {
      return (int) ends.stream().filter(end -> end > 0 && end <= cut).count();
    }
  }
}

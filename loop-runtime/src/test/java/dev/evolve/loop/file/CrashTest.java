package dev.evolve.loop.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever operation on the disk a store is stopped at, it holds a prefix of what was appended that
 * reaches at least as far as what was acknowledged.
 */
class CrashTest {

  private static final Path DIRECTORY = Path.of("store");
  private static final int LENGTH = 40;
  private static final FileStoreSettings SETTINGS =
      FileStoreSettings.DEFAULT
          .withWindow(Duration.ZERO)
          .withBufferBytes(8 << 10)
          .withSegmentBytes(3000)
          .withCompactionFactor(0.5);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void losesNothingWhateverOperationAKillStopsItAt(long seed) {
    everyStop(seed, (disk, random) -> disk.afterKill());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void losesNothingWhateverOperationAPowerCutStopsItAt(long seed) {
    everyStop(seed, SimulatedDisk::afterPowerCut);
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 8, 9})
  void recoversWhateverOperationOfARecoveryIsStopped(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    List<StepCommit> history = Steps.history(random, LENGTH);
    for (int stop = 3; stop < 400; stop += 17) {
      SimulatedDisk disk = new SimulatedDisk().stopAt(stop);
      long acknowledged = drive(disk, history, 0);
      SimulatedDisk left = disk.afterPowerCut(random);
      for (int again = 1; again < 12; again++) {
        left = recoverAndStop(left, again).afterPowerCut(random);
      }
      check(left, history, acknowledged);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {10, 11, 12, 13})
  void holdsAPrefixThroughManyCrashesOfGroups(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    List<StepCommit> history = Steps.history(random, 600);
    SimulatedDisk disk = new SimulatedDisk();
    long reached = 0;
    while (reached < history.size()) {
      disk.stopAt(random.nextInt(8, 60));
      long acknowledged = driveGroups(disk, history, reached, random);
      disk = random.nextBoolean() ? disk.afterKill() : disk.afterPowerCut(random);
      reached = check(disk, history, acknowledged);
    }
    assertThat(reached).isEqualTo(history.size());
  }

  private static void everyStop(long seed, Aftermath aftermath) {
    RandomGenerator random = new SplittableRandom(seed);
    List<StepCommit> history = Steps.history(random, LENGTH);
    boolean stopped = true;
    for (int stop = 1; stopped; stop++) {
      SimulatedDisk disk = new SimulatedDisk().stopAt(stop);
      long acknowledged = drive(disk, history, 0);
      stopped = disk.hasStopped();
      SimulatedDisk left = aftermath.of(disk, random);
      long reached = check(left, history, acknowledged);
      assertThat(drive(left, history, reached)).isEqualTo(LENGTH);
      check(left.afterPowerCut(random), history, LENGTH);
    }
  }

  /** Commits the history from a step on; returns how far it was acknowledged. */
  private static long drive(SimulatedDisk disk, List<StepCommit> history, long from) {
    long acknowledged = from;
    try (FileCheckpointStore store = open(disk)) {
      for (StepCommit step : history.subList((int) from, history.size())) {
        store.commit(step);
        acknowledged++;
      }
    } catch (StoreUnavailableException e) {
      assertThat(disk.hasStopped()).as(e.toString()).isTrue();
    }
    return acknowledged;
  }

  private static long driveGroups(
      SimulatedDisk disk, List<StepCommit> history, long from, RandomGenerator random) {
    try (FileCheckpointStore store = open(disk)) {
      long appended = from;
      try {
        while (appended < history.size()) {
          int group = (int) Math.min(random.nextInt(1, 20), history.size() - appended);
          for (int i = 1; i < group; i++) {
            store.append(history.get((int) appended++));
          }
          store.commit(history.get((int) appended++));
        }
      } catch (StoreUnavailableException e) {
        assertThat(disk.hasStopped()).as(e.toString()).isTrue();
      }
      return store.durable();
    } catch (StoreUnavailableException e) {
      return from;
    }
  }

  private static SimulatedDisk recoverAndStop(SimulatedDisk disk, int operation) {
    try (FileCheckpointStore store = open(disk.stopAt(operation))) {
      assertThat(store.failure()).isNull();
    } catch (StoreUnavailableException e) {
      assertThat(disk.hasStopped()).as(e.toString()).isTrue();
    }
    return disk;
  }

  /** Opens what was left, and closes it again; returns how far it reaches. */
  private static long check(SimulatedDisk left, List<StepCommit> history, long acknowledged) {
    try (FileCheckpointStore store = open(left)) {
      long reached = store.durable();
      assertThat(reached).isBetween(acknowledged, (long) history.size());
      List<StepCommit> taken = new ArrayList<>(history.subList(0, (int) reached));
      assertThat(Steps.lines(store.load())).isEqualTo(Steps.loaded(taken));
      assertThat(Steps.events(store)).isEqualTo(Steps.events(taken));
      return reached;
    }
  }

  private static FileCheckpointStore open(SimulatedDisk disk) {
    return FileCheckpointStore.open(DIRECTORY, SETTINGS, disk, Runnable::run, () -> {});
  }

  private interface Aftermath {
    SimulatedDisk of(SimulatedDisk disk, RandomGenerator random);
  }
}

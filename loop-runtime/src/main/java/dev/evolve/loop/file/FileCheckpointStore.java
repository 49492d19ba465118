package dev.evolve.loop.file;

import dev.evolve.loop.file.Catalog.Entry;
import dev.evolve.loop.file.LoopTable.Place;
import dev.evolve.loop.file.Recovery.Recovered;
import dev.evolve.loop.port.GroupCommitStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A checkpoint store in a directory of this machine, for one owner at a time. Steps go into a log
 * that is made durable in groups; segments of the log that hold mostly steps that later ones have
 * replaced are compacted into a snapshot, on a thread beside.
 *
 * <p>What holds always: a step is acknowledged ({@link #durable}, or the return of {@link #commit})
 * only after it is on stable storage; what was acknowledged is found again after a kill or a power
 * cut, or opening is refused with the damaged file and byte; after an error of the disk nothing is
 * acknowledged any more.
 *
 * <p>All methods may be called from any thread.
 */
public final class FileCheckpointStore implements GroupCommitStore, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FileCheckpointStore.class);
  private static final int MANY_SEGMENTS = 16;

  private final Path directory;
  private final FileStoreSettings settings;
  private final Disk disk;
  private final Executor background;
  private final AutoCloseable owner;
  private final Catalog catalog;
  private final Compactor compactor;
  private final GroupCommit commits;
  private final ReentrantLock files = new ReentrantLock();
  private final AtomicBoolean compacting = new AtomicBoolean();
  private final AtomicLong compactions = new AtomicLong();
  private volatile @Nullable Recovered recovered;

  private FileCheckpointStore(
      Path directory,
      FileStoreSettings settings,
      Disk disk,
      Executor background,
      AutoCloseable owner,
      Recovered recovered) {
    this.directory = directory;
    this.settings = settings;
    this.disk = disk;
    this.background = background;
    this.owner = owner;
    this.recovered = recovered;
    this.catalog = recovered.catalog();
    this.compactor = new Compactor(disk, directory, catalog);
    this.commits =
        new GroupCommit(
            directory,
            settings,
            new LogWriter(disk, directory, catalog, this::segmentEnded),
            recovered.lastSequence());
  }

  /**
   * Opens a directory, which is made if need be, and reads what it holds.
   *
   * @throws FencedException if another process, or this one, has it open
   * @throws CorruptStoreException if acknowledged steps are damaged, or a newer program wrote them
   * @throws StoreUnavailableException if the files cannot be read or written
   */
  public static FileCheckpointStore open(Path directory, FileStoreSettings settings) {
    Disk disk = new RealDisk();
    try {
      disk.createDirectory(directory);
      OwnerLock owner = OwnerLock.acquire(directory);
      try {
        return open(directory, settings, disk, FileCheckpointStore::startThread, owner);
      } catch (RuntimeException | Error e) {
        owner.close();
        throw e;
      }
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
  }

  /** Opens a directory that {@code owner} keeps for the caller. */
  static FileCheckpointStore open(
      Path directory,
      FileStoreSettings settings,
      Disk disk,
      Executor background,
      AutoCloseable owner) {
    try {
      Recovered recovered = Recovery.recover(disk, directory);
      FileCheckpointStore store =
          new FileCheckpointStore(directory, settings, disk, background, owner, recovered);
      store.commits.start(recovered.table().places());
      if (recovered.catalog().segments() > MANY_SEGMENTS || store.isMostlyDead()) {
        store.startCompaction(recovered.lastSequence());
      }
      return store;
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
  }

  @Override
  public long append(StepCommit commit) {
    return commits.append(commit);
  }

  @Override
  public void commit(StepCommit commit) {
    commits.await(commits.append(commit));
  }

  @Override
  public long durable() {
    return commits.durable();
  }

  @Override
  public void onProgress(Runnable listener) {
    commits.onProgress(listener);
  }

  @Override
  public @Nullable RuntimeException failure() {
    return commits.failure();
  }

  /** The newest checkpoints of all loops that go on, in the order in which they were stored. */
  @Override
  public List<Checkpoint> load() {
    long last = commits.flush();
    files.lock();
    try {
      List<Place> places = places(last);
      List<Checkpoint> checkpoints = new ArrayList<>(places.size());
      StepReader.read(disk, places, (place, checkpoint) -> checkpoints.add(checkpoint));
      return checkpoints;
    } catch (IOException e) {
      throw unreadable(directory, e);
    } finally {
      files.unlock();
    }
  }

  /**
   * Reads all events that were ever stored, in the order of their steps.
   *
   * @param reader is given each step that has events
   */
  public void readEvents(Consumer<StoredStep> reader) {
    commits.flush();
    files.lock();
    try {
      EventReader.read(disk, catalog.withEvents(), reader);
    } catch (IOException e) {
      throw unreadable(directory, e);
    } finally {
      files.unlock();
    }
  }

  /** What it holds and has done. */
  public FileStoreUsage usage() {
    return new FileStoreUsage(
        commits.durable(),
        commits.groups(),
        compactions.get(),
        catalog.bytes(),
        commits.liveBytes());
  }

  /**
   * Makes durable what was appended, and gives the directory up. If the disk does not answer, the
   * directory stays this process's, since what hangs may still be written.
   */
  @Override
  public void close() {
    compactor.cancel();
    boolean ended = commits.close();
    files.lock();
    try {
      if (ended) {
        owner.close();
      }
    } catch (Exception e) {
      LOG.warn("the lock of {} was not released in good order", directory, e);
    } finally {
      files.unlock();
    }
  }

  /** Where the newest steps lie: as found on opening, or read anew once there are newer ones. */
  private List<Place> places(long last) throws IOException {
    Recovered found = recovered;
    if (found != null && found.lastSequence() == last && compactions.get() == 0) {
      return found.table().places();
    }
    recovered = null;
    LoopTable table = new LoopTable();
    for (Entry entry : catalog.through(Long.MAX_VALUE)) {
      table.add(disk, entry, LoopTable.StepObserver.NONE);
    }
    return table.places();
  }

  private void segmentEnded(long last) {
    recovered = null; // It is of no use any more, and takes memory for each loop.
    if (isMostlyDead()) {
      startCompaction(last);
    }
  }

  private boolean isMostlyDead() {
    long live = commits.liveBytes();
    long dead = catalog.bytes() - live;
    return dead > settings.segmentBytes() / 2 && dead > settings.compactionFactor() * live;
  }

  private void startCompaction(long through) {
    if (compacting.compareAndSet(false, true)) {
      background.execute(() -> compact(through));
    }
  }

  private void compact(long through) {
    files.lock();
    try {
      compactor.compact(through);
      compactions.incrementAndGet();
    } catch (IOException | RuntimeException e) {
      LOG.error("{} was not compacted; it goes on growing: {}", directory, e.toString(), e);
    } finally {
      compacting.set(false);
      files.unlock();
    }
  }

  private static void startThread(Runnable task) {
    Thread.ofPlatform().name("loop-store-compaction").daemon().start(task);
  }

  private static StoreUnavailableException unreadable(Path directory, IOException cause) {
    return new StoreUnavailableException(
        "the checkpoint store in " + directory + " cannot be read: " + cause, cause);
  }
}

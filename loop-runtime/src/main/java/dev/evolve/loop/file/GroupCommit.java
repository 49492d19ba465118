package dev.evolve.loop.file;

import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes steps into one buffer while a thread of its own writes the other and makes it durable.
 *
 * <p>Steps of few loops are written as soon as the thread is free, so one loop alone waits for one
 * sync. Under load the thread first waits while steps keep coming, at most for the window: loops
 * that the last sync released then join those that waited for it, and one sync serves both.
 *
 * <p>After the first failure nothing is acknowledged any more: a failed sync may have dropped the
 * pages from the cache, so that a second one would succeed without them (as found by PostgreSQL's
 * developers in 2018, "fsyncgate").
 */
final class GroupCommit {

  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
  private static final int FEW = 16;
  private static final int LOOKS = 8;

  private final Path directory;
  private final FileStoreSettings settings;
  private final LogWriter log;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Condition room = lock.newCondition();
  private final Condition progress = lock.newCondition();
  private final LoopNumbers numbers = new LoopNumbers();
  private Batch filling;
  private @Nullable Batch full;
  private @Nullable Batch spare;
  private long segmentBytes;
  private long appended;
  private long groups;
  private int lastSteps;
  private boolean resting;
  private boolean closed;
  private volatile long durable;
  private volatile Runnable listener = () -> {};
  private volatile @Nullable StoreUnavailableException failure;

  /**
   * @param directory where the store is, for people
   * @param last number of the last step that is stored
   */
  GroupCommit(Path directory, FileStoreSettings settings, LogWriter log, long last) {
    this.directory = directory;
    this.settings = settings;
    this.log = log;
    this.appended = last;
    this.durable = last;
    this.filling = new Batch(settings.bufferBytes());
    this.spare = new Batch(settings.bufferBytes());
    filling.begin(last + 1, last + 1);
    this.thread = Thread.ofPlatform().name("loop-store-commit").daemon().unstarted(this::run);
  }

  /** Starts the thread, knowing the loops that go on. */
  void start(Iterable<LoopTable.Place> places) {
    numbers.restore(places);
    thread.start();
  }

  long append(StepCommit commit) {
    Checkpoint step = commit.checkpoint();
    byte[] events = EventCodec.encode(commit.events());
    long most = LoopNumbers.atMost(step, events);
    if (most > settings.bufferBytes() - Layout.BODY) {
      throw tooLarge(step, most);
    }
    lock.lock();
    try {
      makeRoom((int) most);
      int before = filling.bytes().position();
      long sequence = appended + 1;
      numbers.put(filling, sequence, step, events);
      filling.took(sequence);
      appended = sequence;
      segmentBytes += filling.bytes().position() - before;
      if (resting) {
        work.signal();
      }
      return sequence;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a step is durable. */
  void await(long sequence) {
    lock.lock();
    boolean interrupted = false;
    try {
      long left = settings.patience().toNanos();
      while (durable < sequence) {
        requireUsable();
        if (left <= 0) {
          throw fail("did not make a step durable within " + settings.patience(), null);
        }
        try {
          left = progress.awaitNanos(left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits until all that was appended is durable; returns the number of its last step. */
  long flush() {
    lock.lock();
    long last;
    try {
      last = appended;
    } finally {
      lock.unlock();
    }
    await(last);
    return last;
  }

  long durable() {
    return durable;
  }

  @Nullable StoreUnavailableException failure() {
    return failure;
  }

  void onProgress(Runnable told) {
    listener = told;
  }

  long liveBytes() {
    lock.lock();
    try {
      return numbers.liveBytes();
    } finally {
      lock.unlock();
    }
  }

  /** How many times steps were made durable. */
  long groups() {
    lock.lock();
    try {
      return groups;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes nothing more, makes durable what was taken, and ends the thread.
   *
   * @return whether it has ended, so that nothing can be written any more
   */
  boolean close() {
    lock.lock();
    try {
      closed = true;
      work.signal();
      room.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      if (thread.join(settings.patience())) {
        return true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    StoreUnavailableException cause = fail("could not be closed, as the disk did not answer", null);
    LOG.error("its directory stays locked until this process ends", cause);
    return false;
  }

  /** Has so many bytes free in the buffer that is being filled; waits for them if need be. */
  private void makeRoom(int bytes) {
    long left = settings.patience().toNanos();
    for (; ; ) {
      requireUsable();
      requireOpen();
      boolean ends = segmentBytes > 0 && segmentBytes + bytes > settings.segmentBytes();
      if (!ends && filling.bytes().remaining() >= bytes) {
        return;
      }
      if (tryTurn(ends)) {
        continue;
      }
      if (left <= 0) {
        throw new StoreUnavailableException(
            directory + " was busy for " + settings.patience() + "; nothing was taken", null);
      }
      left = awaitRoom(left);
    }
  }

  /** Goes on with an empty buffer, if there is one. */
  private boolean tryTurn(boolean endsSegment) {
    long segment = endsSegment ? appended + 1 : filling.segment();
    if (filling.steps() > 0) {
      if (spare == null) {
        return false;
      }
      full = filling;
      filling = spare;
      spare = null;
      work.signal();
    }
    filling.begin(segment, appended + 1);
    if (endsSegment) {
      segmentBytes = 0;
    }
    return true;
  }

  private long awaitRoom(long left) {
    try {
      return room.awaitNanos(left);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("interrupted before the step was taken", e);
    }
  }

  private void run() {
    try (log) {
      for (Batch batch = take(); batch != null; batch = take()) {
        log.write(batch);
        if (!publish(batch)) {
          return;
        }
        tellListener();
      }
    } catch (IOException | RuntimeException | Error e) {
      fail("could not be written", e);
      tellListener();
    }
  }

  private @Nullable Batch take() {
    lock.lock();
    try {
      while (full == null && filling.steps() == 0) {
        if (closed) {
          return null;
        }
        resting = true;
        work.awaitUninterruptibly();
        resting = false;
      }
      gather();
      return takeOldest();
    } finally {
      lock.unlock();
    }
  }

  private Batch takeOldest() {
    Batch oldest = full;
    if (oldest != null) {
      full = null;
      return oldest;
    }
    Batch next = spare;
    if (next == null) {
      throw new IllegalStateException("no buffer is spare though none is being written");
    }
    oldest = filling;
    next.begin(oldest.segment(), appended + 1);
    filling = next;
    spare = null;
    return oldest;
  }

  /** Under load, waits while steps keep coming. */
  private void gather() {
    long left = settings.window().toNanos();
    long look = Math.max(1, left / LOOKS);
    long seen = -1;
    while (left > 0 && full == null && !closed && seen != appended && isLoaded()) {
      seen = appended;
      left -= look - awaitWork(look);
    }
  }

  private boolean isLoaded() {
    return filling.steps() + lastSteps > FEW;
  }

  private long awaitWork(long nanos) {
    try {
      return work.awaitNanos(nanos);
    } catch (InterruptedException e) {
      throw new IllegalStateException("only this store knows its thread", e);
    }
  }

  private boolean publish(Batch batch) {
    lock.lock();
    try {
      if (failure != null) {
        return false;
      }
      durable = batch.last();
      lastSteps = batch.steps();
      groups++;
      spare = batch;
      room.signalAll();
      progress.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private StoreUnavailableException fail(String what, @Nullable Throwable cause) {
    lock.lock();
    try {
      StoreUnavailableException first = failure;
      if (first == null) {
        first = new StoreUnavailableException(message(what, cause), cause);
        failure = first;
        LOG.error("{}", first.getMessage(), first);
        room.signalAll();
        progress.signalAll();
      }
      return first;
    } finally {
      lock.unlock();
    }
  }

  private String message(String what, @Nullable Throwable cause) {
    String reason = cause == null ? "" : ": " + cause;
    boolean isFull = reason.contains("No space left") || reason.contains("quota exceeded");
    return "the checkpoint store in "
        + directory
        + " "
        + what
        + reason
        + ". Steps up to "
        + durable
        + " are stored; nothing more is until the store is opened again, "
        + (isFull ? "after room was made on the disk" : "after the disk was looked at");
  }

  private void tellListener() {
    try {
      listener.run();
    } catch (RuntimeException e) {
      LOG.error("the listener of the store failed", e);
    }
  }

  private void requireUsable() {
    StoreUnavailableException cause = failure;
    if (cause != null) {
      throw new StoreUnavailableException(String.valueOf(cause.getMessage()), cause);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreUnavailableException("the checkpoint store " + directory + " is closed", null);
    }
  }

  private IllegalArgumentException tooLarge(Checkpoint step, long bytes) {
    return new IllegalArgumentException(
        "step "
            + step.stepIndex()
            + " of "
            + step.loopId()
            + " takes up to "
            + bytes
            + " bytes, and a buffer of the store holds "
            + settings.bufferBytes()
            + "; raise bufferBytes or make the state smaller");
  }
}

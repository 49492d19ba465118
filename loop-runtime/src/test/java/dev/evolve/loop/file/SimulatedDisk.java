package dev.evolve.loop.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that knows what of it is durable. It can stop at any operation, fail a sync, be
 * full, or keep syncs waiting; a power cut leaves what was synced and any part of the rest: some
 * sectors of a file but not others, some changes of a directory but not others. Thread-safe.
 */
final class SimulatedDisk implements Disk {

  private static final int SECTOR = 512;

  private final Map<Path, Content> names = new TreeMap<>();
  private final Map<Path, Content> durableNames = new TreeMap<>();
  private final List<Change> changes = new ArrayList<>();
  private int operations;
  private int stopAt = Integer.MAX_VALUE;
  private int failingSync = Integer.MAX_VALUE;
  private long room = Long.MAX_VALUE;
  private int syncs;
  private @Nullable Semaphore gate;

  /** Stops as if the process were killed in its {@code operation}-th change of the disk. */
  synchronized SimulatedDisk stopAt(int operation) {
    stopAt = operation;
    return this;
  }

  /** The {@code count}-th sync from now fails; later ones succeed, as they do on Linux. */
  synchronized void failSync(int count) {
    failingSync = syncs + count;
  }

  /** Only so many more bytes fit. */
  synchronized void leaveRoom(long bytes) {
    room = bytes;
  }

  /** Each sync takes a permit first. */
  synchronized void gateSyncs(Semaphore permits) {
    gate = permits;
  }

  synchronized boolean hasStopped() {
    return operations >= stopAt;
  }

  synchronized int syncs() {
    return syncs;
  }

  /** Begins again with what a killed process leaves: everything that was written. */
  synchronized SimulatedDisk afterKill() {
    SimulatedDisk next = new SimulatedDisk();
    names.forEach((path, content) -> next.put(path, content.copy()));
    return next;
  }

  /** Begins again with what a power cut may leave. */
  synchronized SimulatedDisk afterPowerCut(RandomGenerator random) {
    Map<Path, Content> left = new TreeMap<>(durableNames);
    for (Change change : changes) {
      if (random.nextBoolean()) {
        change.apply(left);
      }
    }
    SimulatedDisk next = new SimulatedDisk();
    left.forEach((path, content) -> next.put(path, content.afterPowerCut(random)));
    return next;
  }

  /** The bytes of a file. */
  synchronized byte[] bytes(Path file) throws IOException {
    return require(file).cached.clone();
  }

  /** Length of a file; 0 if there is none. */
  synchronized int bytesOf(Path file) {
    Content content = names.get(file);
    return content == null ? 0 : content.cached.length;
  }

  /** Puts a file there, durably. */
  synchronized void put(Path file, byte[] bytes) {
    put(file, new Content(bytes.clone()));
  }

  private void put(Path file, Content content) {
    names.put(file, content);
    durableNames.put(file, content);
  }

  @Override
  public void createDirectory(Path directory) {}

  @Override
  public synchronized List<Path> list(Path directory) {
    return List.copyOf(names.keySet());
  }

  @Override
  public synchronized DiskFile create(Path file) throws IOException {
    count();
    if (names.containsKey(file)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    Content content = new Content(new byte[0]);
    change(left -> left.put(file, content));
    return new SimulatedFile(content);
  }

  @Override
  public synchronized DiskFile open(Path file) throws IOException {
    return new SimulatedFile(require(file));
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    count();
    require(from);
    change(
        left -> {
          Content content = left.remove(from);
          if (content != null) {
            left.put(to, content);
          }
        });
  }

  @Override
  public synchronized void delete(Path file) throws IOException {
    count();
    change(left -> left.remove(file));
  }

  @Override
  public synchronized void syncDirectory(Path directory) throws IOException {
    count();
    changes.forEach(change -> change.apply(durableNames));
    changes.clear();
  }

  private void change(Change change) {
    change.apply(names);
    changes.add(change);
  }

  private Content require(Path file) throws IOException {
    Content content = names.get(file);
    if (content == null) {
      throw new NoSuchFileException(file.toString());
    }
    return content;
  }

  private void count() throws IOException {
    if (operations < stopAt) {
      operations++;
    }
    if (operations >= stopAt) {
      throw new IOException("the process was killed here");
    }
  }

  private interface Change {
    void apply(Map<Path, Content> names);
  }

  private static final class Content {
    private byte[] cached;
    private byte[] durable;

    Content(byte[] bytes) {
      this.cached = bytes;
      this.durable = bytes;
    }

    Content copy() {
      return new Content(cached.clone());
    }

    Content afterPowerCut(RandomGenerator random) {
      int least = Math.min(durable.length, cached.length);
      int most = Math.max(durable.length, cached.length);
      byte[] left = new byte[random.nextInt(least, most + 1)];
      System.arraycopy(durable, 0, left, 0, Math.min(left.length, durable.length));
      boolean kept = random.nextBoolean();
      for (int at = durable.length; at < Math.min(left.length, cached.length); at++) {
        if (at % SECTOR == 0) {
          kept = random.nextInt(4) > 0;
        }
        left[at] = kept ? cached[at] : 0;
      }
      return new Content(left);
    }
  }

  private final class SimulatedFile implements DiskFile {

    private final Content content;

    SimulatedFile(Content content) {
      this.content = content;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
      synchronized (SimulatedDisk.this) {
        byte[] more = new byte[bytes.remaining()];
        bytes.get(more);
        try {
          count();
        } catch (IOException e) {
          write(more, operations * 7919 % (more.length + 1));
          throw e;
        }
        write(more, (int) Math.min(room, more.length));
        if (room < more.length) {
          throw new IOException("No space left on device");
        }
        room -= room == Long.MAX_VALUE ? 0 : more.length;
      }
    }

    private void write(byte[] more, int length) {
      int before = content.cached.length;
      content.cached = Arrays.copyOf(content.cached, before + length);
      System.arraycopy(more, 0, content.cached, before, length);
    }

    @Override
    public void sync() throws IOException {
      waitAtGate();
      synchronized (SimulatedDisk.this) {
        count();
        if (++syncs == failingSync) {
          content.cached = content.durable;
          throw new IOException("Input/output error");
        }
        content.durable = content.cached;
      }
    }

    private void waitAtGate() {
      Semaphore closed;
      synchronized (SimulatedDisk.this) {
        closed = gate;
      }
      if (closed != null) {
        closed.acquireUninterruptibly();
      }
    }

    @Override
    public int read(ByteBuffer into, long position) {
      synchronized (SimulatedDisk.this) {
        int length = (int) Math.min(into.remaining(), content.cached.length - position);
        if (length <= 0) {
          return -1;
        }
        into.put(content.cached, (int) position, length);
        return length;
      }
    }

    @Override
    public long size() {
      synchronized (SimulatedDisk.this) {
        return content.cached.length;
      }
    }

    @Override
    public void truncate(long size) throws IOException {
      synchronized (SimulatedDisk.this) {
        count();
        content.cached = Arrays.copyOf(content.cached, (int) size);
      }
    }

    @Override
    public void close() {}
  }
}

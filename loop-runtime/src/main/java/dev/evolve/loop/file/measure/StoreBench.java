package dev.evolve.loop.file.measure;

import dev.evolve.loop.file.FileCheckpointStore;
import dev.evolve.loop.file.FileStoreSettings;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Measures a {@link FileCheckpointStore} on the disk of a directory. Each method works in a
 * directory of its own beneath, and returns what it measured; the caller deletes the directory.
 */
public final class StoreBench {

  private static final int STATE_BYTES = 64;

  private final Path home;

  /**
   * @param home an empty directory on the disk that is to be measured
   */
  public StoreBench(Path home) {
    this.home = home;
  }

  /**
   * Steps that many loops take when each waits for its step to be durable before it takes the next.
   * Inside: append of a state of 64 bytes, and the store's own work up to the return of fdatasync.
   *
   * @param loops how many loops
   * @param length how long
   */
  public Throughput throughput(FileStoreSettings settings, int loops, Duration length) {
    try (FileCheckpointStore store = FileCheckpointStore.open(home.resolve("load"), settings)) {
      ClosedLoops load = new ClosedLoops(store, loops);
      load.run(length.dividedBy(4)); // the code is compiled meanwhile
      return load.run(length);
    }
  }

  /**
   * Steps that a runtime takes with many loops, each of which waits for its step to be durable.
   * Inside: everything that {@link dev.evolve.loop.runtime.LoopDriver} does for a step, the loop's
   * own code (a digest, and a state of about 80 bytes written as JSON), and the store.
   *
   * @param loops how many loops
   * @param length how long
   */
  public Throughput driven(FileStoreSettings settings, int loops, Duration length) {
    try (FileCheckpointStore store = FileCheckpointStore.open(home.resolve("driven"), settings);
        DrivenLoops load = new DrivenLoops(store, loops)) {
      load.run(length.dividedBy(4));
      return load.run(length);
    }
  }

  /** The time that a runtime takes for a step of one loop alone, until it is acknowledged. */
  public Latencies drivenAlone(FileStoreSettings settings, Duration length) {
    try (FileCheckpointStore store =
            FileCheckpointStore.open(home.resolve("driven-alone"), settings);
        DrivenLoops load = new DrivenLoops(store, 1)) {
      load.run(length);
      return load.intervals();
    }
  }

  /**
   * The share of a core that a process takes whose runtime and store have nothing to do, as the
   * operating system counts it: to 10 ms, so the length should be some seconds.
   */
  public double idle(FileStoreSettings settings, Duration length) {
    try (FileCheckpointStore store = FileCheckpointStore.open(home.resolve("idle"), settings);
        DrivenLoops nothing = new DrivenLoops(store, 0)) {
      nothing.run(length.dividedBy(2)); // compilers and collectors come to rest
      Duration before = processCpu();
      double seconds = nothing.run(length).seconds();
      return processCpu().minus(before).toNanos() / 1e9 / seconds;
    }
  }

  private static Duration processCpu() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .orElseThrow(() -> new IllegalStateException("the system counts no processor time"));
  }

  /**
   * How long a step of one loop alone takes to become durable, beside what a bare append and
   * fdatasync of as many bytes takes. The two take turns, so they see the same disk.
   *
   * @param samples of each
   */
  public Alone alone(FileStoreSettings settings, int samples) throws IOException {
    long[] store = new long[samples];
    long[] bare = new long[samples];
    Path file = home.resolve("bare");
    try (FileCheckpointStore opened = FileCheckpointStore.open(home.resolve("alone"), settings);
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(128);
      for (int i = -samples / 10; i < samples; i++) {
        long begun = System.nanoTime();
        channel.write(bytes.clear());
        channel.force(false);
        long between = System.nanoTime();
        opened.commit(step("alone", i));
        long end = System.nanoTime();
        if (i >= 0) {
          bare[i] = between - begun;
          store[i] = end - between;
        }
      }
    }
    return new Alone(Latencies.of(store), Latencies.of(bare));
  }

  /**
   * How long it takes to open a store that was never compacted and to load all its loops.
   *
   * @param loops how many loops go on
   * @param steps how many steps the log holds of all of them
   */
  public Reading reading(FileStoreSettings usual, int loops, long steps) {
    FileStoreSettings settings = usual.withCompactionFactor(Double.MAX_VALUE);
    Path directory = home.resolve("reading");
    String[] ids = ids(loops);
    try (FileCheckpointStore store = FileCheckpointStore.open(directory, settings)) {
      for (long i = 0; i < steps; i++) {
        store.append(step(ids[(int) (i % loops)], i / loops));
      }
    }
    long begun = System.nanoTime();
    try (FileCheckpointStore store = FileCheckpointStore.open(directory, settings)) {
      int loaded = store.load().size();
      Duration taken = Duration.ofNanos(System.nanoTime() - begun);
      return new Reading(loaded, steps, store.usage().fileBytes(), taken);
    }
  }

  private static String[] ids(int loops) {
    String[] ids = new String[loops];
    for (int i = 0; i < loops; i++) {
      ids[i] = "loop-" + i;
    }
    return ids;
  }

  private static StepCommit step(String loopId, long index) {
    byte[] state = new byte[STATE_BYTES];
    byte[] text = Long.toString(index).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(text, 0, state, 0, text.length);
    return new StepCommit(new Checkpoint(loopId, "bench", index, Status.RUNNING, state), List.of());
  }

  /**
   * Steps per second.
   *
   * @param steps acknowledged steps
   * @param seconds how long it took
   * @param groups syncs that made them durable
   * @param cpuNs processor time per step of the thread that appends: all it does beside append is
   *     to make the commits, or to drive the loops
   */
  public record Throughput(long steps, double seconds, long groups, double cpuNs) {

    /** Acknowledged steps per second. */
    public double perSecond() {
      return steps / seconds;
    }

    /** Mean steps that one sync made durable. */
    public double stepsPerGroup() {
      return (double) steps / Math.max(1, groups);
    }
  }

  /**
   * One loop alone.
   *
   * @param store from the call of commit to its return
   * @param bare append and fdatasync of a file beside
   */
  public record Alone(Latencies store, Latencies bare) {

    /** What the store adds at the 99th percentile, in milliseconds. */
    public double addedP99Ms() {
      return (store.p99Us() - bare.p99Us()) / 1e3;
    }
  }

  /**
   * Reading a store.
   *
   * @param loops loops that go on
   * @param steps steps that were written
   * @param bytes bytes of the files
   * @param taken from the begin of opening to the end of loading
   */
  public record Reading(int loops, long steps, long bytes, Duration taken) {

    /** Bytes per second. */
    public double bytesPerSecond() {
      return bytes / (taken.toNanos() / 1e9);
    }
  }

  /** Loops that each have one step under way, as the runtime drives them. */
  private static final class ClosedLoops {

    private final FileCheckpointStore store;
    private final String[] ids;
    private final long[] steps;

    /** Loops whose step is under way, in the order of their numbers in the store. */
    private final int[] underWay;

    private final Semaphore progress = new Semaphore(0);
    private long settled;

    ClosedLoops(FileCheckpointStore store, int loops) {
      this.store = store;
      this.ids = ids(loops);
      this.steps = new long[loops];
      this.underWay = new int[loops];
      store.onProgress(progress::release);
      for (int loop = 0; loop < loops; loop++) {
        underWay[loop] = loop;
        append(loop);
      }
    }

    Throughput run(Duration length) {
      long groups = store.usage().groups();
      long before = settled;
      long cpu = cpuNs();
      long begun = System.nanoTime();
      while (System.nanoTime() - begun < length.toNanos()) {
        progress.acquireUninterruptibly();
        progress.drainPermits();
        settle();
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      long count = settled - before;
      return new Throughput(
          count,
          seconds,
          store.usage().groups() - groups,
          (double) (cpuNs() - cpu) / Math.max(1, count));
    }

    private void settle() {
      long durable = store.durable();
      while (settled < durable) {
        int loop = underWay[(int) (settled % ids.length)];
        underWay[(int) (settled % ids.length)] = loop;
        settled++;
        append(loop);
      }
      if (store.failure() != null) {
        throw new IllegalStateException("the store failed while it was measured", store.failure());
      }
    }

    private void append(int loop) {
      store.append(step(ids[loop], steps[loop]++));
    }

    private static long cpuNs() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
  }
}

package dev.evolve.loop.file.measure;

import dev.evolve.loop.file.FileCheckpointStore;
import dev.evolve.loop.file.measure.StoreBench.Throughput;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Loops that a runtime drives on a store, until it is closed. */
final class DrivenLoops implements AutoCloseable {

  private static final int KEPT = 1 << 16;
  private static final int SUBMITTED = 1_000;

  private final FileCheckpointStore store;
  private final LoopDriver driver;
  private final Watch watch = new Watch();

  DrivenLoops(FileCheckpointStore store, int loops) {
    this.store = store;
    LoopRuntime runtime =
        new LoopRuntime(
            new RuntimePorts(
                store, (loopId, chunk) -> {}, InstantSource.system(), watch, DrivenLoops::fail),
            RuntimeLimits.defaults());
    runtime.register(new DigestLoop(), new DigestExecutor(false));
    driver = new LoopDriver(runtime);
    driver.start();
    for (int from = 0; from < loops; from += SUBMITTED) {
      submit(from, Math.min(loops, from + SUBMITTED));
    }
  }

  /** Submits some loops together, no more than the inbox takes, since each waits for a sync. */
  private void submit(int from, int to) {
    CompletableFuture<?>[] accepted = new CompletableFuture<?>[to - from];
    for (int i = from; i < to; i++) {
      accepted[i - from] =
          driver.submit(DigestLoop.submission("loop-" + i, i, Long.MAX_VALUE)).accepted();
    }
    CompletableFuture.allOf(accepted).join();
  }

  /** Watches for a while. */
  Throughput run(Duration length) {
    long groups = store.usage().groups();
    long steps = watch.steps;
    long cpu = watch.cpuNs();
    long begun = System.nanoTime();
    pause(length);
    double seconds = (System.nanoTime() - begun) / 1e9;
    long count = watch.steps - steps;
    double cpuNs = (double) (watch.cpuNs() - cpu) / Math.max(1, count);
    return new Throughput(count, seconds, store.usage().groups() - groups, cpuNs);
  }

  /** Times between the last acknowledged steps, of one loop alone those that a step takes. */
  Latencies intervals() {
    return watch.intervals();
  }

  @Override
  public void close() {
    driver.close();
  }

  private static void pause(Duration length) {
    try {
      boolean never = new CountDownLatch(1).await(length.toNanos(), TimeUnit.NANOSECONDS);
      if (never) {
        throw new IllegalStateException("nobody counts this latch down");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void fail(Throwable cause) {
    throw new IllegalStateException("the runtime stopped while it was measured", cause);
  }

  /** Counts steps; written to by the driver's thread alone. */
  private static final class Watch implements RuntimeObserver {

    private final long[] nanos = new long[KEPT];
    private volatile long threadId = Thread.currentThread().threadId();
    private volatile long steps;

    @Override
    public void loopAccepted(String loopId, String kind, boolean restored) {
      threadId = Thread.currentThread().threadId();
    }

    /** Processor time of the driver's thread. */
    long cpuNs() {
      return ManagementFactory.getThreadMXBean().getThreadCpuTime(threadId);
    }

    @Override
    public void stepCompleted(Step step) {
      nanos[(int) (steps % KEPT)] = System.nanoTime();
      long before = steps;
      steps = before + 1;
    }

    Latencies intervals() {
      long end = steps;
      int count = (int) Math.min(end, KEPT) - 1;
      long[] intervals = new long[count];
      for (int i = 0; i < count; i++) {
        long step = end - 1 - i;
        intervals[i] = nanos[(int) (step % KEPT)] - nanos[(int) ((step - 1) % KEPT)];
      }
      return Latencies.of(intervals);
    }
  }
}

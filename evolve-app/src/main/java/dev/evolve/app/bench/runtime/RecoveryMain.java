package dev.evolve.app.bench.runtime;

import dev.evolve.loop.file.FileCheckpointStore;
import dev.evolve.loop.file.FileStoreSettings;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.LoopSettings;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.loop.runtime.Turn;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * One life of a process whose loops are stored in files. {@code run} steps them until it is killed;
 * {@code recover} takes them up again and says how long that took, until each has taken a step.
 */
public final class RecoveryMain {

  private static final long NANOS_PER_MS = 1_000_000;
  private static final long REST_NANOS = 100_000;

  private final FileCheckpointStore store;
  private final Watcher watcher = new Watcher();
  private final LoopRuntime runtime;

  private RecoveryMain(Path directory, FileCheckpointStore store) {
    this.store = store;
    RuntimePorts ports =
        new RuntimePorts(
            store,
            (loopId, chunk) -> {},
            InstantSource.system(),
            watcher,
            cause -> {
              throw new IllegalStateException("the runtime on " + directory + " stopped", cause);
            });
    this.runtime =
        new LoopRuntime(ports, Rig.limits())
            .register(new CountingLoop(1, 1, false), new CountingExecutor(), LoopSettings.STORED);
  }

  /**
   * @param arguments {@code run} or {@code recover}, directory, number of loops
   */
  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[1]);
    int loops = Integer.parseInt(arguments[2]);
    try (FileCheckpointStore store =
        FileCheckpointStore.open(directory, FileStoreSettings.DEFAULT)) {
      RecoveryMain life = new RecoveryMain(directory, store);
      if (arguments[0].equals("run")) {
        life.run(loops);
      } else {
        life.recover(loops);
      }
    }
  }

  private void run(int loops) {
    runtime.restore();
    for (int i = 0; i < loops; i++) {
      runtime.submit(
          Submission.serve(
              CountingLoop.KIND,
              "loop-" + i,
              new CountingLoop.Request(Long.MAX_VALUE, 0, false),
              CountingLoop.MODEL,
              i));
    }
    boolean said = false;
    while (true) {
      turn();
      if (!said && watcher.stepped.cardinality() == loops) {
        said = true;
        System.out.println("all have stepped");
      }
    }
  }

  private void recover(int loops) {
    long begun = System.nanoTime();
    int found = store.load().size();
    long read = System.nanoTime();
    int restored = runtime.restore().size();
    if (found != loops || restored != loops) {
      throw new IllegalStateException(
          loops + " loops expected, " + found + " read, " + restored + " restored");
    }
    while (watcher.stepped.cardinality() < loops) {
      turn();
    }
    long end = System.nanoTime();
    double reading = (double) (read - begun) / NANOS_PER_MS;
    Fork.report("reading", reading);
    Fork.report("recovery", (double) (end - read) / NANOS_PER_MS - reading);
  }

  private void turn() {
    Turn turn = runtime.turn();
    if (!turn.hasMore()) {
      LockSupport.parkNanos(REST_NANOS);
    }
  }

  private static final class Watcher implements RuntimeObserver {
    private final BitSet stepped = new BitSet();

    @Override
    public void stepCompleted(Step step) {
      stepped.set(Integer.parseInt(step.loopId(), "loop-".length(), step.loopId().length(), 10));
    }
  }

  /** What a life of loops is stored in; kept so that a run and its recovery agree. */
  static List<String> arguments(String life, Path directory, int loops) {
    return List.of(life, directory.toString(), String.valueOf(loops));
  }
}

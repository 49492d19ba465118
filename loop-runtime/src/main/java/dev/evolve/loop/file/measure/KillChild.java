package dev.evolve.loop.file.measure;

import dev.evolve.loop.file.FileCheckpointStore;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The process that {@link KillHarness} kills: drives the loops of a round from wherever its store
 * left them, and prints each step once it is acknowledged.
 */
public final class KillChild {

  private final KillRound round;
  private final OutputStream out =
      new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 2048);

  private KillChild(KillRound round) {
    this.round = round;
  }

  /** Runs a round, see {@link KillRound#arguments}. */
  public static void main(String[] arguments) {
    new KillChild(KillRound.of(List.of(arguments))).run();
  }

  private void run() {
    try (FileCheckpointStore store =
        FileCheckpointStore.open(round.directory(), KillRound.SETTINGS)) {
      Set<String> known = tellRestored(store);
      LoopRuntime runtime =
          new LoopRuntime(
              new RuntimePorts(
                  store,
                  (loopId, chunk) -> print("acked", loopId, chunk.sequence()),
                  InstantSource.system(),
                  RuntimeObserver.NONE,
                  KillChild::die),
              RuntimeLimits.defaults());
      runtime.register(new DigestLoop(), new DigestExecutor(true));
      try (LoopDriver driver = new LoopDriver(runtime)) {
        List<CompletableFuture<?>> results = new ArrayList<>();
        driver.start().forEach(handle -> results.add(handle.result()));
        for (int i = 0; i < round.loops(); i++) {
          String loopId = "loop-" + i;
          if (!known.contains(loopId)) {
            results.add(submit(driver, loopId).result());
          }
        }
        CompletableFuture.allOf(results.toArray(CompletableFuture[]::new)).join();
      }
      print("done", "all", 0);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private LoopHandle submit(LoopDriver driver, String loopId) {
    return driver.submit(
        DigestLoop.submission(loopId, round.seed() + loopId.hashCode(), round.steps()));
  }

  /** Tells where the store has every loop that goes on; returns these and all that have ended. */
  private Set<String> tellRestored(FileCheckpointStore store) throws IOException {
    Set<String> known = new HashSet<>();
    for (Checkpoint checkpoint : store.load()) {
      known.add(checkpoint.loopId());
      print("restored", checkpoint.loopId(), checkpoint.stepIndex());
    }
    store.readEvents(step -> known.add(step.loopId()));
    print("opened", "all", 0);
    out.flush();
    return known;
  }

  private void print(String what, String loopId, long number) {
    String line = what + " " + loopId + " " + number + " " + KillRound.END_OF_LINE + "\n";
    try {
      out.write(line.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException("the parent does not listen any more", e);
    }
  }

  private static void die(Throwable cause) {
    System.err.println("the runtime stopped by itself: " + cause);
    Runtime.getRuntime().halt(3);
  }
}

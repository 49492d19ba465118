package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.Signal;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.loop.sim.RecordingEmitter;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptExecutor;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.ScriptRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A driver turns only when there is something to do, and says what it holds. */
@Timeout(60)
class IdleDriverTest {

  private static final int LOOPS = 10_000;

  /** A driver reads the clock before it rests, so every turn that is followed by a rest counts. */
  private final AtomicLong clockReads = new AtomicLong();

  private LoopDriver driver() {
    InstantSource clock =
        () -> {
          clockReads.incrementAndGet();
          return Instant.now();
        };
    RuntimePorts ports =
        new RuntimePorts(
            new InMemoryCheckpointStore(),
            new RecordingEmitter(),
            clock,
            RuntimeObserver.NONE,
            fault -> {});
    RuntimeLimits usual = RuntimeLimits.defaults();
    RuntimeLimits patient =
        new RuntimeLimits(
            usual.pools(),
            new RuntimeLimits.Queues(2 * LOOPS, 2 * LOOPS, 64, 64),
            usual.turns(),
            usual.retry(),
            Duration.ofHours(1),
            usual.closeGrace());
    return new LoopDriver(
        new LoopRuntime(ports, patient)
            .register(
                new ScriptLoop(),
                batch -> batch.forEach(ScriptExecutor::answer),
                LoopSettings.IN_MEMORY));
  }

  private static Submission script(String loopId, String script) {
    return RuntimeHarness.submission(ScriptLoop.KIND, loopId, ScriptRequest.of(script));
  }

  private static void awaitParked(LoopDriver driver, int loops) {
    while (driver.usage().parked() != loops) {
      Thread.onSpinWait();
    }
  }

  @Test
  void makesNoTurnsWhileAllLoopsWait() throws InterruptedException {
    try (LoopDriver driver = driver()) {
      driver.start();
      for (int i = 0; i < LOOPS; i++) {
        driver.submit(script("l" + i, i % 2 == 0 ? "s:go" : "s:go@99999999999"));
      }
      awaitParked(driver, LOOPS);
      long before = clockReads.get();
      assertThat(new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(clockReads.get() - before).isLessThan(10);
      driver.signal("l7", new Signal("go", "now")).join();
      awaitParked(driver, LOOPS - 1);
    }
  }

  @Test
  void saysWhatItHoldsAndForgetsItWhenItCloses() {
    LoopDriver driver = driver();
    assertThat(driver.usage()).isEqualTo(RuntimeUsage.NOTHING);
    driver.start();
    driver.submit(script("a", "s:go"));
    awaitParked(driver, 1);
    assertThat(driver.usage().loops()).isEqualTo(1);
    driver.close();
    assertThat(driver.usage()).isEqualTo(RuntimeUsage.NOTHING);
  }

  @Test
  void freezesAndThawsFromAnyThread() {
    try (LoopDriver driver = driver()) {
      driver.start();
      driver.freeze(ScriptLoop.KIND, FreezeMode.BOUNDARY).join();
      LoopHandle handle = driver.submit(script("a", "w w"));
      handle.accepted().join();
      assertThat(Failures.of(settled(driver.freeze(ScriptLoop.KIND, FreezeMode.DRAIN))))
          .isInstanceOf(IllegalStateException.class);
      assertThat(handle.result()).isNotDone();
      driver.thaw(ScriptLoop.KIND, false).join();
      assertThat(handle.result().join().outcome()).isEqualTo("done");
      assertThat(Failures.of(settled(driver.thaw(ScriptLoop.KIND, false))))
          .hasMessage("script is not frozen");
    }
  }

  @Test
  void answersAFreezeThatWaitsWhenItCloses() {
    LoopDriver driver = driver();
    driver.start();
    driver.submit(script("a", "s:go")).accepted().join();
    CompletableFuture<Void> quiet = driver.freeze(ScriptLoop.KIND, FreezeMode.DRAIN);
    driver.close();
    assertThat(Failures.of(quiet)).isInstanceOf(LoopException.RuntimeStoppedException.class);
    assertThat(Failures.of(driver.thaw(ScriptLoop.KIND, false)))
        .isInstanceOf(LoopException.RuntimeStoppedException.class);
  }

  /** The same future once it is done, however it ends. */
  private static CompletableFuture<Void> settled(CompletableFuture<Void> future) {
    future.handle((done, e) -> true).join();
    return future;
  }
}

package dev.evolve.loop.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.Signal;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopException.RuntimeBusyException;
import dev.evolve.loop.runtime.LoopException.RuntimeStoppedException;
import dev.evolve.loop.runtime.LoopException.UnknownKindException;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.loop.sim.RecordingEmitter;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptExecutor;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.ScriptRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LoopDriverTest {

  private static final Duration SHORT = Duration.ofMillis(50);

  private final InMemoryCheckpointStore store = new InMemoryCheckpointStore();
  private final ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();

  private LoopDriver driver(WorkExecutor executor, RuntimeLimits limits) {
    RuntimePorts ports =
        new RuntimePorts(
            store,
            new RecordingEmitter(),
            InstantSource.system(),
            RuntimeObserver.NONE,
            faults::add);
    return new LoopDriver(new LoopRuntime(ports, limits).register(new ScriptLoop(), executor));
  }

  private LoopDriver driver() {
    return driver(batch -> batch.forEach(ScriptExecutor::answer), RuntimeLimits.defaults());
  }

  private static Submission script(String loopId, String script) {
    return Submission.serve(
        ScriptLoop.KIND, loopId, ScriptRequest.of(script), RuntimeHarness.MODEL, 1);
  }

  @Test
  void drivesLoopsWhoseStepsAreAnsweredOnOtherThreads() {
    try (ExecutorService pool = Executors.newFixedThreadPool(3);
        LoopDriver driver =
            driver(
                batch -> batch.forEach(work -> pool.execute(() -> ScriptExecutor.answer(work))),
                RuntimeLimits.defaults())) {
      driver.start();
      List<LoopHandle> handles = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        handles.add(driver.submit(script("l" + i, "w w w w w")));
      }
      handles.forEach(handle -> assertThat(handle.result().join().outcome()).isEqualTo("done"));
    }
    assertThat(store.commits()).hasSize(200 * 7);
  }

  @Test
  void takesSignalsAndCancelsFromAnyThread() {
    try (LoopDriver driver = driver()) {
      driver.start();
      LoopHandle a = driver.submit(script("a", "s:go"));
      LoopHandle b = driver.submit(script("b", "s:go"));
      driver.signal("a", new Signal("go", "")).join();
      assertThat(driver.cancel(new CancelScope.LoopScope("b"), "enough").join())
          .containsExactly("b");
      assertThat(a.result().join().outcome()).isEqualTo("done");
      assertThatThrownBy(() -> b.result().join()).hasMessageContaining("b was cancelled: enough");
    }
  }

  @Test
  void wakesForADeadlineWithoutAMessage() {
    try (LoopDriver driver = driver()) {
      driver.start();
      long second = Instant.now().getEpochSecond() + 1;
      LoopHandle handle = driver.submit(script("a", "t@" + second));
      handle.result().join();
      assertThat(Instant.now().getEpochSecond()).isGreaterThanOrEqualTo(second);
    }
  }

  @Test
  void leavesRunningLoopsResumableWhenItCloses() {
    LoopDriver first = driver();
    first.start();
    LoopHandle handle = first.submit(script("a", "w s:go w"));
    handle.accepted().join();
    first.close();
    assertThat(Failures.of(handle.result())).isInstanceOf(RuntimeStoppedException.class);
    assertThat(store.latest("a").orElseThrow().status()).isEqualTo(Status.RUNNING);
    assertThat(first.submit(script("b", "w")).accepted()).isCompletedExceptionally();
    assertThat(first.isRunning()).isFalse();
    try (LoopDriver second = driver()) {
      List<LoopHandle> restored = second.start();
      assertThat(restored).extracting(LoopHandle::loopId).containsExactly("a");
      second.signal("a", new Signal("go", "")).join();
      assertThat(restored.getFirst().result().join().outcome()).isEqualTo("done");
    }
  }

  @Test
  void waitsForAStepUnderWayAndStoresItWhenItCloses() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      LoopDriver driver =
          driver(
              batch ->
                  pool.execute(
                      () -> {
                        running.countDown();
                        pause(SHORT);
                        batch.forEach(ScriptExecutor::answer);
                      }),
              RuntimeLimits.defaults());
      driver.start();
      driver.submit(script("a", "w w w w"));
      running.await();
      driver.close();
    }
    assertThat(store.latest("a").orElseThrow().stepIndex()).isEqualTo(1);
  }

  @Test
  void asksAStepThatOutlastsTheGraceToGiveUp() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch gaveUp = new CountDownLatch(1);
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      LoopDriver driver =
          driver(
              batch ->
                  pool.execute(
                      () -> {
                        running.countDown();
                        while (!batch.getFirst().context().cancellation().isCancelled()) {
                          Thread.onSpinWait();
                        }
                        batch.getFirst().completion().fail(new IllegalStateException("gave up"));
                        gaveUp.countDown();
                      }),
              RuntimeLimits.defaults().withCloseGrace(SHORT));
      driver.start();
      driver.submit(script("a", "w"));
      running.await();
      driver.close();
      assertThat(gaveUp.await(10, TimeUnit.SECONDS)).isTrue();
    }
    Checkpoint last = store.latest("a").orElseThrow();
    assertThat(last.status()).isEqualTo(Status.RUNNING);
    assertThat(last.stepIndex()).isZero();
  }

  @Test
  void refusesCommandsBeyondItsInbox() {
    RuntimeLimits small =
        RuntimeLimits.defaults().withQueues(new RuntimeLimits.Queues(10, 1, 10, 10));
    LoopDriver idle = driver(batch -> {}, small);
    LoopHandle waiting = idle.submit(script("a", "w"));
    LoopHandle refused = idle.submit(script("b", "w"));
    assertThat(Failures.of(refused.accepted())).isInstanceOf(RuntimeBusyException.class);
    idle.close();
    assertThat(Failures.of(waiting.accepted())).isInstanceOf(RuntimeStoppedException.class);
  }

  @Test
  void doesNotStartWhenItCannotRestore() {
    store.put(new Checkpoint("a", "rollback", 0, Status.RUNNING, new byte[0]));
    assertThatThrownBy(driver()::start).isInstanceOf(UnknownKindException.class);
    store.setAway(true);
    assertThatThrownBy(driver()::start).isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void tellsTheFaultHandlerWhenItIsFenced() {
    LoopDriver driver = driver();
    driver.start();
    LoopHandle handle = driver.submit(script("a", "s:go w"));
    handle.accepted().join();
    store.setFenced(true);
    assertThatThrownBy(() -> driver.signal("a", new Signal("go", "")).join())
        .hasCauseInstanceOf(RuntimeStoppedException.class);
    driver.close();
    assertThat(faults).hasSize(1);
  }

  private static void pause(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

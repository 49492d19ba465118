package dev.evolve.loop.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.evolve.loop.runtime.FreezeMode;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.loop.sim.RecordingEmitter;
import dev.evolve.loop.sim.RuntimeHarness;
import dev.evolve.loop.sim.ScriptLoop;
import dev.evolve.loop.sim.ScriptRequest;
import dev.evolve.loop.sim.ScriptState;
import dev.evolve.loop.sim.SimulatedTime;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The swap protocol over the real runtime. */
class WeightSwapOnRuntimeTest {

  private static final String SCRIPT = "w w w w w w";

  /** Says how often a loop was told that its caches are lost. */
  private static final class CachedScriptLoop extends ScriptLoop {
    private final List<Long> lostAt = new ArrayList<>();

    @Override
    public ScriptState withoutCache(ScriptState state) {
      lostAt.add(state.stepIndex());
      return state;
    }
  }

  /** A process: its memory is gone after a crash, its store is not. */
  private static final class Process {
    final WeighedExecutor executor = new WeighedExecutor();
    final CachedScriptLoop loop = new CachedScriptLoop();
    final ComponentVersions versions = new ComponentVersions(Map.of("transformer", "1"));
    final Queue<Runnable> installs = new ArrayDeque<>();
    final LoopRuntime runtime;
    final WeightSwap swaps;

    Process(InMemoryCheckpointStore store) {
      runtime =
          new LoopRuntime(ports(store, new SimulatedTime()), RuntimeLimits.defaults())
              .register(loop, executor);
      swaps = new WeightSwap(SwapTarget.of(runtime), versions, List.of(executor), installs::add);
    }

    LoopHandle submit(String loopId) {
      return runtime.submit(submission(loopId));
    }

    RunningSwap swap(FreezeMode mode) {
      return swaps.begin(
          SwapOrder.of("transformer", "2", List.of(ScriptLoop.KIND), mode),
          wanted -> () -> executor.install("2"));
    }

    void settle() {
      boolean moved = true;
      while (moved) {
        while (runtime.turn().hasMore()) {
          // It goes on until it rests.
        }
        moved = !installs.isEmpty();
        while (!installs.isEmpty()) {
          installs.remove().run();
        }
      }
    }

    /** Takes so many steps of loops that are held step by step. */
    void steps(int count) {
      for (int i = 0; i < count; i++) {
        settle();
        executor.releaseHeld();
      }
      settle();
    }
  }

  private static RuntimePorts ports(InMemoryCheckpointStore store, InstantSource clock) {
    return new RuntimePorts(
        store,
        new RecordingEmitter(),
        clock,
        RuntimeObserver.NONE,
        fault -> {
          throw new AssertionError(fault);
        });
  }

  private static Submission submission(String loopId) {
    return Submission.serve(
        ScriptLoop.KIND, loopId, ScriptRequest.of(SCRIPT), RuntimeHarness.MODEL, loopId.hashCode());
  }

  private static String digest(LoopHandle handle) {
    return String.valueOf(handle.result().join().artifacts().get("digest"));
  }

  /** What a loop gives that runs on one version from start to end. */
  private static String baseline(String loopId, String version) {
    Process process = new Process(new InMemoryCheckpointStore());
    process.executor.install(version);
    LoopHandle handle = process.submit(loopId);
    process.settle();
    return digest(handle);
  }

  private final InMemoryCheckpointStore store = new InMemoryCheckpointStore();
  private final Process process = new Process(store);

  @Test
  void weightsThatAreSwappedInMidFlightWithoutTheProtocolChangeTheOutput() {
    process.executor.hold();
    LoopHandle running = process.submit("a");
    process.steps(3);
    process.executor.install("2");
    process.executor.unhold();
    process.settle();
    assertNotEquals(baseline("a", "1"), digest(running));
    assertNotEquals(baseline("a", "2"), digest(running));
  }

  @Test
  void aDrainingRequestEqualsItsBaselineAndTheNextOneRunsOnTheNewWeights() {
    process.executor.hold();
    LoopHandle running = process.submit("a");
    process.steps(3);
    RunningSwap swap = process.swap(FreezeMode.DRAIN);
    LoopHandle next = process.submit("b");
    process.steps(2);
    assertFalse(swap.outcome().isDone(), "a loop is still running");
    assertEquals("1", process.versions.of("transformer").orElseThrow());
    assertEquals(1, process.executor.heldWorks(), "the next request waits");
    process.executor.unhold();
    process.settle();
    assertInstanceOf(SwapOutcome.Swapped.class, swap.outcome().join());
    assertEquals(baseline("a", "1"), digest(running));
    assertEquals(baseline("b", "2"), digest(next));
    assertNotEquals(baseline("b", "1"), digest(next));
  }

  @Test
  void aRequestThatIsStoppedAtABoundaryGoesOnWithTheNewWeightsAndWithoutItsCaches() {
    process.executor.hold();
    LoopHandle running = process.submit("a");
    process.steps(2);
    RunningSwap swap = process.swap(FreezeMode.BOUNDARY);
    process.settle();
    assertFalse(swap.outcome().isDone(), "a step is under way");
    process.executor.releaseHeld();
    process.settle();
    SwapOutcome.Swapped swapped =
        assertInstanceOf(SwapOutcome.Swapped.class, swap.outcome().join());
    assertEquals(1, swapped.dropped());
    process.executor.unhold();
    process.settle();
    assertEquals(List.of(3L), process.loop.lostAt);
    assertEquals(changedOver("a", 3), digest(running));
  }

  /** A loop whose first steps run on version 1, and the rest on version 2 with nothing cached. */
  private static String changedOver(String loopId, int steps) {
    Process process = new Process(new InMemoryCheckpointStore());
    process.executor.hold();
    LoopHandle handle = process.submit(loopId);
    process.steps(steps);
    process.executor.install("2");
    process.executor.dropComponent("transformer", "2");
    process.executor.unhold();
    process.settle();
    return digest(handle);
  }

  @Test
  void aCacheOfTheOldWeightsThatWereKeptWouldChangeTheOutput() {
    process.executor.hold();
    LoopHandle running = process.submit("a");
    process.steps(3);
    process.executor.install("2");
    process.executor.unhold();
    process.settle();
    assertNotEquals(changedOver("a", 3), digest(running));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DRAIN", "BOUNDARY"})
  void aFailingInstallationChangesNoOutput(FreezeMode mode) {
    process.executor.hold();
    LoopHandle running = process.submit("a");
    process.steps(3);
    RunningSwap swap =
        process.swaps.begin(
            SwapOrder.of("transformer", "2", List.of(ScriptLoop.KIND), mode),
            order ->
                () -> {
                  throw new IllegalStateException("checksum differs");
                });
    LoopHandle next = process.submit("b");
    process.settle();
    process.executor.unhold();
    process.settle();
    assertInstanceOf(SwapOutcome.Kept.class, swap.outcome().join());
    assertEquals(baseline("a", "1"), digest(running));
    assertEquals(baseline("b", "1"), digest(next));
    assertEquals(List.of(), process.loop.lostAt);
  }

  @Test
  void aSwapThatIsGivenUpLetsWhatWaitedGoOnWithTheOldWeights() {
    process.executor.hold();
    LoopHandle running = process.submit("a");
    process.steps(1);
    RunningSwap swap = process.swap(FreezeMode.DRAIN);
    LoopHandle next = process.submit("b");
    process.settle();
    assertTrue(swap.giveUp("it takes too long"));
    process.executor.unhold();
    process.settle();
    assertInstanceOf(SwapOutcome.Kept.class, swap.outcome().join());
    assertEquals(baseline("a", "1"), digest(running));
    assertEquals(baseline("b", "1"), digest(next));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aCrashAtAnyPointOfASwapLosesNoRequest(int point) {
    process.executor.hold();
    process.submit("a");
    process.steps(2);
    process.swap(FreezeMode.BOUNDARY);
    process.submit("b");
    switch (point) {
      case 0 -> process.runtime.turn();
      case 1 -> {
        process.executor.releaseHeld();
        while (process.runtime.turn().hasMore()) {
          // It comes to rest with the installation still to do.
        }
        assertEquals(1, process.installs.size());
      }
      case 2 -> {
        process.executor.releaseHeld();
        process.settle();
      }
      default -> process.settle();
    }
    Process restarted = new Process(store);
    List<LoopHandle> handles = restarted.runtime.restore();
    restarted.settle();
    assertEquals(List.of("a", "b"), handles.stream().map(LoopHandle::loopId).sorted().toList());
    handles.forEach(handle -> assertTrue(handle.result().isDone(), handle.loopId()));
    LoopHandle waited = handles.stream().filter(h -> h.loopId().equals("b")).findFirst().get();
    assertEquals(baseline("b", "1"), digest(waited));
  }

  @Test
  void aRuntimeThatStopsEndsASwapThatWaitsForIt() {
    process.executor.hold();
    process.submit("a");
    process.steps(1);
    RunningSwap swap = process.swap(FreezeMode.DRAIN);
    process.settle();
    process.runtime.stop();
    SwapOutcome.Kept kept = assertInstanceOf(SwapOutcome.Kept.class, swap.outcome().join());
    assertTrue(kept.reason().contains("stopped"), kept.reason());
  }

  @Test
  void aDriversLoopsAreSwappedFromAnotherThread() {
    WeighedExecutor executor = new WeighedExecutor();
    ComponentVersions versions = new ComponentVersions(Map.of("transformer", "1"));
    LoopRuntime runtime =
        new LoopRuntime(ports(store, InstantSource.system()), RuntimeLimits.defaults())
            .register(new ScriptLoop(), executor);
    try (ExecutorService threads = Executors.newSingleThreadExecutor();
        LoopDriver driver = new LoopDriver(runtime)) {
      driver.start();
      String before = digest(driver.submit(submission("a")));
      WeightSwap swaps =
          new WeightSwap(SwapTarget.of(driver), versions, List.of(executor), threads);
      SwapOrder order =
          SwapOrder.of("transformer", "2", List.of(ScriptLoop.KIND), FreezeMode.DRAIN);
      RunningSwap swap = swaps.begin(order, wanted -> () -> executor.install("2"));
      assertInstanceOf(SwapOutcome.Swapped.class, swap.outcome().join());
      assertEquals(baseline("a", "1"), before);
      assertEquals(baseline("b", "2"), digest(driver.submit(submission("b"))));
    }
  }
}

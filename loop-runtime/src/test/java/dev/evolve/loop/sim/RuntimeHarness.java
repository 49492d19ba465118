package dev.evolve.loop.sim;

import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.loop.runtime.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A runtime of script loops with everything in memory, turned by hand. */
public final class RuntimeHarness {

  /** What the loops run. */
  public static final ModelRef MODEL = new ModelRef("script", "1");

  private static final int MOST_TURNS = 100_000;

  private final SimulatedTime time;
  private final InMemoryCheckpointStore store;
  private final RecordingEmitter emitter = new RecordingEmitter();
  private final ScriptExecutor executor = new ScriptExecutor();
  private final List<Throwable> faults = new ArrayList<>();
  private final LoopRuntime runtime;

  /** A runtime on a store of its own, with generous limits. */
  public RuntimeHarness() {
    this(new SimulatedTime(), new InMemoryCheckpointStore(), RuntimeLimits.defaults());
  }

  /** A runtime on a store of its own. */
  public RuntimeHarness(RuntimeLimits limits) {
    this(new SimulatedTime(), new InMemoryCheckpointStore(), limits);
  }

  /** A runtime on a store that may hold loops already. */
  public RuntimeHarness(SimulatedTime time, InMemoryCheckpointStore store, RuntimeLimits limits) {
    this(time, store, limits, RuntimeObserver.NONE);
  }

  /** A runtime that is watched. */
  public RuntimeHarness(
      SimulatedTime time,
      InMemoryCheckpointStore store,
      RuntimeLimits limits,
      RuntimeObserver observer) {
    this.time = time;
    this.store = store;
    this.runtime =
        new LoopRuntime(new RuntimePorts(store, emitter, time, observer, faults::add), limits)
            .register(new ScriptLoop(), executor);
  }

  /** A fresh runtime on the same store and time, as after a restart. */
  public RuntimeHarness restarted() {
    return new RuntimeHarness(time, store, RuntimeLimits.defaults());
  }

  public SimulatedTime time() {
    return time;
  }

  public InMemoryCheckpointStore store() {
    return store;
  }

  public RecordingEmitter emitter() {
    return emitter;
  }

  public ScriptExecutor executor() {
    return executor;
  }

  public LoopRuntime runtime() {
    return runtime;
  }

  /** What the fault handler was told. */
  public List<Throwable> faults() {
    return faults;
  }

  /** Submits a script; the id's hash is its seed. */
  public LoopHandle submit(String loopId, String script) {
    return submit(loopId, ScriptRequest.of(script));
  }

  /** Submits a script with memory. */
  public LoopHandle submit(String loopId, ScriptRequest request) {
    return runtime.submit(
        Submission.serve(ScriptLoop.KIND, loopId, request, MODEL, loopId.hashCode()));
  }

  /** Sends a signal. */
  public CompletableFuture<StepResult> signal(String loopId, String name, String payload) {
    return runtime.signal(loopId, new Signal(name, payload));
  }

  /** Turns until nothing is left to do at this time; gives how many turns that took. */
  public int settle() {
    int turns = 1;
    for (Turn turn = runtime.turn(); turn.hasMore(); turn = runtime.turn()) {
      if (turns++ > MOST_TURNS) {
        throw new IllegalStateException("the runtime does not come to rest");
      }
    }
    return turns;
  }

  /** Turns and moves time on to each deadline until nothing is left to wait for. */
  public void settleOverTime() {
    settle();
    for (Turn turn = runtime.turn(); turn.wake().isPresent(); turn = runtime.turn()) {
      time.advanceTo(
          turn.wake().get().isBefore(time.instant()) ? time.instant() : turn.wake().get());
      settle();
    }
  }
}

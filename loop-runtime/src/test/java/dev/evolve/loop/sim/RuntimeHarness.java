package dev.evolve.loop.sim;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.port.CheckpointStore;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.LoopSettings;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.loop.runtime.Turn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A runtime of script loops with everything in memory, turned by hand. */
public final class RuntimeHarness {

  /** What the loops run. */
  public static final ModelRef MODEL = new ModelRef("script", "1");

  /** A second kind of script loop; shares the executor with the first. */
  public static final String OTHER_KIND = "other";

  /** A third kind of script loop, with an executor of its own. */
  public static final String FOREIGN_KIND = "foreign";

  private static final int MOST_TURNS = 100_000;

  private final SimulatedTime time;
  private final InMemoryCheckpointStore store;
  private final RecordingEmitter emitter = new RecordingEmitter();
  private final ScriptExecutor executor = new ScriptExecutor();
  private final ScriptExecutor foreign = new ScriptExecutor();
  private final List<Throwable> faults = new ArrayList<>();
  private final List<BehaviorRecord> behaviors = new ArrayList<>();
  private final LoopRuntime runtime;

  /** A runtime on a store of its own, with generous limits. */
  public RuntimeHarness() {
    this(RuntimeLimits.defaults());
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
    this(new Setup(limits).at(time).on(store, store).watchedBy(observer));
  }

  /** A runtime as it was set up. */
  public RuntimeHarness(Setup setup) {
    this.time = setup.time;
    this.store = setup.disk;
    WorkExecutor first = setup.executor == null ? executor : setup.executor;
    this.runtime =
        new LoopRuntime(
                new RuntimePorts(
                    setup.store, emitter, time, setup.observer, faults::add, behaviors::add),
                setup.limits)
            .register(setup.loop, first, setup.settings)
            .register(new ScriptLoop(OTHER_KIND), first, setup.settings)
            .register(new ScriptLoop(FOREIGN_KIND), foreign, setup.settings);
  }

  /** What a runtime is made of, where it is not the usual. */
  public static final class Setup {
    private final RuntimeLimits limits;
    private SimulatedTime time = new SimulatedTime();
    private InMemoryCheckpointStore disk = new InMemoryCheckpointStore();
    private CheckpointStore store = disk;
    private RuntimeObserver observer = RuntimeObserver.NONE;
    private LoopSettings settings = LoopSettings.STORED;
    private ScriptLoop loop = new ScriptLoop();
    private @Nullable WorkExecutor executor;

    /**
     * @param limits the runtime's
     */
    public Setup(RuntimeLimits limits) {
      this.limits = limits;
    }

    /** With generous limits. */
    public Setup() {
      this(RuntimeLimits.defaults());
    }

    /** At this time. */
    public Setup at(SimulatedTime now) {
      time = now;
      return this;
    }

    /** On this store, whose commits reach {@code kept}. */
    public Setup on(CheckpointStore used, InMemoryCheckpointStore kept) {
      store = used;
      disk = kept;
      return this;
    }

    /** With somebody who watches. */
    public Setup watchedBy(RuntimeObserver watcher) {
      observer = watcher;
      return this;
    }

    /** With other settings. */
    public Setup with(LoopSettings other) {
      settings = other;
      return this;
    }

    /** With another loop of the first kind. */
    public Setup with(ScriptLoop other) {
      loop = other;
      return this;
    }

    /** With another executor of the first two kinds. */
    public Setup with(WorkExecutor other) {
      executor = other;
      return this;
    }
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

  /** Of the first two kinds. */
  public ScriptExecutor executor() {
    return executor;
  }

  /** Of the third kind. */
  public ScriptExecutor foreignExecutor() {
    return foreign;
  }

  public LoopRuntime runtime() {
    return runtime;
  }

  /** What the fault handler was told. */
  public List<Throwable> faults() {
    return faults;
  }

  /** What the sink was given. */
  public List<BehaviorRecord> behaviors() {
    return behaviors;
  }

  /** Submits a script; the id's hash is its seed. */
  public LoopHandle submit(String loopId, String script) {
    return submit(loopId, ScriptRequest.of(script));
  }

  /** Submits a script with memory. */
  public LoopHandle submit(String loopId, ScriptRequest request) {
    return submit(ScriptLoop.KIND, loopId, request);
  }

  /** Submits a script of a kind. */
  public LoopHandle submit(String kind, String loopId, ScriptRequest request) {
    return runtime.submit(submission(kind, loopId, request));
  }

  /** Submits a script with memory and a priority. */
  public LoopHandle submit(String loopId, ScriptRequest request, int priority) {
    return runtime.submit(submission(ScriptLoop.KIND, loopId, request).withPriority(priority));
  }

  /** A submission of a script; the id's hash is its seed. */
  public static Submission submission(String kind, String loopId, ScriptRequest request) {
    return Submission.serve(kind, loopId, request, MODEL, loopId.hashCode());
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

  /** The last state of a loop that was stored, as text. */
  public String stored(String loopId) {
    return new String(store.latest(loopId).orElseThrow().state(), StandardCharsets.UTF_8);
  }
}

package dev.evolve.loop.sim;

import dev.evolve.loop.Signal;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.FencedException;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import dev.evolve.loop.runtime.CancelScope;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.RuntimeUsage;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.loop.runtime.Turn;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * One history of a runtime, drawn from one seed: some loops are submitted, signalled and cancelled
 * while answers are late, doubled or lost, the store goes away, and the process dies and comes
 * back. Everything runs on one thread and one event queue, so a seed always gives the same history.
 */
public final class Simulation {

  private static final long MEMORY = 120;
  private static final int MOST_EVENTS = 100_000;
  private static final Duration FAULTS_END = Duration.ofMinutes(5);
  private static final RuntimeLimits LIMITS =
      RuntimeLimits.defaults()
          .withPools(new RuntimeLimits.Pools(MEMORY, 4, new TreeMap<>()))
          .withTurns(new RuntimeLimits.Turns(3, 5, 6, 3));

  private final SimulatedTime time = new SimulatedTime();
  private final EventScheduler scheduler = new EventScheduler(time);
  private final InMemoryCheckpointStore store = new InMemoryCheckpointStore();
  private final StoredHistory history = new StoredHistory(store);
  private final List<String> journal = new ArrayList<>();
  private final Map<String, ScriptRequest> requests = new LinkedHashMap<>();
  private final RandomGenerator random;
  private final FaultPlan drawn;
  private int epoch;
  private Process process;

  /**
   * @param seed from which all is drawn
   */
  public Simulation(long seed) {
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    this.drawn = FaultPlan.draw(random);
    this.process = new Process(0);
  }

  /**
   * Runs the history to its end and checks it on the way.
   *
   * @return what happened, one line for each thing
   */
  public List<String> run() {
    int loops = 1 + random.nextInt(8);
    for (int i = 0; i < loops; i++) {
      requests.put("loop-" + i, drawRequest());
    }
    scheduler.after(Duration.ZERO, this::clients);
    int events = 0;
    while (!hasEnded() && scheduler.runNext()) {
      history.check();
      process.checkUsage();
      if (events++ > MOST_EVENTS) {
        throw new AssertionError("the history does not end: " + process.usage());
      }
    }
    validate();
    return journal;
  }

  // ---- what happens

  private ScriptRequest drawRequest() {
    List<String> words = new ArrayList<>();
    int length = random.nextInt(8);
    for (int i = 0; i < length; i++) {
      words.add(drawWord());
    }
    return new ScriptRequest(String.join(" ", words), random.nextInt(61), 50);
  }

  private String drawWord() {
    return switch (random.nextInt(9)) {
      case 0 -> "w:k";
      case 1 -> "m:" + random.nextInt(51);
      case 2 -> "d:x";
      case 3 -> "d:x,y";
      case 4 -> "c:" + (1 + random.nextInt(4));
      case 5 -> "s:go";
      case 6 -> "t@" + time.instant().plusSeconds(random.nextInt(100)).getEpochSecond();
      case 7 -> random.nextInt(10) == 0 ? "x:execute" : "w";
      default -> "w";
    };
  }

  /** Clients submit, signal and cancel until all is over; then faults may strike. */
  private void clients() {
    for (Map.Entry<String, ScriptRequest> request : requests.entrySet()) {
      Checkpoint found = store.latest(request.getKey()).orElse(null);
      if (found == null) {
        process.submit(request.getKey(), request.getValue());
      } else if (found.status() == Status.RUNNING) {
        nudge(request.getKey());
      }
    }
    strike();
    scheduler.after(Duration.ofMillis(1 + random.nextInt(3_000)), this::clients);
  }

  private void nudge(String loopId) {
    if (random.nextInt(3) == 0) {
      process.signal(loopId, happens(drawn.refuse()) ? "refuse" : "ok");
    } else if (random.nextInt(100) == 0) {
      process.cancel(loopId);
    } else if (random.nextInt(20) == 0) {
      process.submit(loopId, ScriptRequest.of("w"));
    }
  }

  private void strike() {
    if (happens(faults().storeAway())) {
      note("the store goes away");
      store.setAway(true);
      scheduler.after(
          Duration.ofMillis(random.nextInt(20_000)),
          () -> {
            note("the store is back");
            store.setAway(false);
          });
    }
    if (happens(faults().crashAnywhere()) || process.needsRestart()) {
      restart("it dies between two events");
    }
  }

  /** A new process takes over; the old one may not know. */
  private void restart(String why) {
    note(why);
    Process old = process;
    if (happens(drawn.zombie())) {
      scheduler.after(Duration.ofMillis(random.nextInt(2_000)), old::zombieTurn);
    }
    epoch++;
    process = new Process(epoch);
    scheduler.after(Duration.ofMillis(random.nextInt(1_000)), process::restore);
  }

  private FaultPlan faults() {
    return time.instant().isBefore(SimulatedTime.START.plus(FAULTS_END)) ? drawn : FaultPlan.none();
  }

  private boolean happens(double probability) {
    return random.nextDouble() < probability;
  }

  private void note(String what) {
    journal.add(time.instant().toEpochMilli() + " " + what);
  }

  // ---- what must hold at the end

  private boolean hasEnded() {
    return process.isIdle()
        && requests.keySet().stream()
            .allMatch(id -> store.latest(id).filter(c -> c.status() != Status.RUNNING).isPresent());
  }

  private void validate() {
    for (Map.Entry<String, ScriptRequest> request : requests.entrySet()) {
      Checkpoint last = store.latest(request.getKey()).orElseThrow();
      String expected = expected(request.getKey(), request.getValue(), last.stepIndex());
      String actual = new String(last.state(), StandardCharsets.UTF_8);
      note(last.loopId() + " ended " + last.status() + " " + actual);
      if (!actual.equals(expected)) {
        throw new AssertionError("expected " + expected + ", found " + actual);
      }
      requireRightEnd(request.getValue(), last);
    }
    if (!process.usage().equals(RuntimeUsage.NOTHING)) {
      throw new AssertionError("something is still held: " + process.usage());
    }
  }

  private static void requireRightEnd(ScriptRequest request, Checkpoint last) {
    String script = request.script();
    List<String> words = script.isEmpty() ? List.of() : List.of(script.split(" "));
    boolean whole = last.stepIndex() == words.size();
    boolean right =
        switch (last.status()) {
          case FINISHED -> whole;
          case FAILED -> !whole && words.get((int) last.stepIndex()).equals("x:execute");
          case CANCELLED -> true;
          case RUNNING -> false;
        };
    if (!right) {
      throw new AssertionError(script + " ended " + last.status() + " at " + last.stepIndex());
    }
  }

  /** The state after so many steps, reckoned without a runtime. */
  private static String expected(String loopId, ScriptRequest request, long steps) {
    ScriptState state = new ScriptState(request, 0, loopId.hashCode(), 0);
    for (String word : request.script().split(" ")) {
      if (state.stepIndex() == steps) {
        break;
      }
      state = state.after(value(word, state));
    }
    return new String(new ScriptLoop().codec().encode(state), StandardCharsets.UTF_8);
  }

  private static long value(String word, ScriptState state) {
    return switch (word.charAt(0)) {
      case 's' -> new Signal("go", "ok").hashCode();
      case 't' -> new Signal(Signal.TIMER, "").hashCode();
      default -> ScriptWork.Compute.value(state.seed() * 31 + state.stepIndex());
    };
  }

  /** One life of the process. */
  private final class Process implements RuntimeObserver {

    private final int number;
    private final FlakyExecutor executor;
    private final LoopRuntime runtime;
    private boolean restored;
    private boolean dead;
    private @Nullable Instant nextWake;

    Process(int number) {
      this.number = number;
      this.restored = number == 0;
      this.executor =
          new FlakyExecutor(
              scheduler,
              random,
              faults(),
              MEMORY,
              () -> scheduler.after(Duration.ZERO, this::turn));
      OwnedStore owned = new OwnedStore(store, number, () -> epoch, random, faults());
      this.runtime =
          new LoopRuntime(
                  new RuntimePorts(owned, (loopId, chunk) -> {}, time, this, this::died), LIMITS)
              .register(new ScriptLoop(), executor);
    }

    private void died(Throwable cause) {
      dead = true;
      note("process " + number + " stops: " + cause.getMessage());
      if (!(cause instanceof SimulatedCrash) && !(cause instanceof FencedException)) {
        throw new AssertionError("process " + number + " stops without a reason", cause);
      }
    }

    private boolean isCurrent() {
      return number == epoch && restored && !dead;
    }

    void restore() {
      if (number != epoch) {
        return;
      }
      try {
        runtime.restore().forEach(handle -> note("restored " + handle.loopId()));
        restored = true;
        turn();
      } catch (StoreUnavailableException e) {
        scheduler.after(Duration.ofSeconds(1), this::restore);
      }
    }

    /** Turns until nothing is left to do now, and again when it wants to be woken. */
    void turn() {
      if (!isCurrent()) {
        return;
      }
      Turn turn = runtime.turn();
      while (turn.hasMore() && !dead) {
        turn = runtime.turn();
      }
      requireAtRest();
      if (turn.wakeAt() != null && !turn.wakeAt().equals(nextWake)) {
        nextWake = turn.wakeAt();
        scheduler.at(turn.wakeAt(), this::turn);
      }
    }

    /** A runtime that says that it has nothing to do must not find anything in another turn. */
    private void requireAtRest() {
      int noted = journal.size();
      RuntimeUsage before = runtime.usage();
      Turn turn = runtime.turn();
      if (!dead && (turn.hasMore() || journal.size() > noted || !runtime.usage().equals(before))) {
        throw new AssertionError(
            "it was not at rest: " + before + ", then " + runtime.usage() + " and " + turn);
      }
    }

    void zombieTurn() {
      if (!dead) {
        note("process " + number + " comes back from the dead");
        runtime.turn();
      }
    }

    void submit(String loopId, ScriptRequest request) {
      if (isCurrent()) {
        runtime
            .submit(
                Submission.serve(
                    ScriptLoop.KIND, loopId, request, RuntimeHarness.MODEL, loopId.hashCode()))
            .accepted()
            .whenComplete((done, e) -> note("submit " + loopId + " " + outcome(e)));
        turn();
      }
    }

    void signal(String loopId, String payload) {
      if (isCurrent()) {
        runtime
            .signal(loopId, new Signal("go", payload))
            .whenComplete((done, e) -> note("signal " + loopId + " " + outcome(e)));
        turn();
      }
    }

    void cancel(String loopId) {
      if (isCurrent()) {
        runtime
            .cancel(new CancelScope.LoopScope(loopId), "drawn")
            .whenComplete((reached, e) -> note("cancel " + reached + " " + outcome(e)));
        turn();
      }
    }

    boolean needsRestart() {
      return dead || (executor.dropped() > 0 && random.nextInt(5) == 0);
    }

    boolean isIdle() {
      return isCurrent() && runtime.usage().loops() == 0;
    }

    RuntimeUsage usage() {
      return runtime.usage();
    }

    void checkUsage() {
      RuntimeUsage usage = runtime.usage();
      if (usage.reserved().getOrDefault("memory bytes", 0L) > MEMORY || usage.stepsInFlight() > 6) {
        throw new AssertionError("more is reserved than there is: " + usage);
      }
    }

    private static String outcome(@Nullable Throwable e) {
      return e == null ? "done" : e.getClass().getSimpleName();
    }

    @Override
    public void loopStarted(String loopId, String kind) {
      note("started " + loopId);
    }

    @Override
    public void stepCompleted(Step step) {
      note("stored step " + step.stepIndex() + " of " + step.loopId());
    }

    @Override
    public void loopFinished(String loopId, String kind, String outcome) {
      note("finished " + loopId);
    }

    @Override
    public void loopFailed(String loopId, String kind, Throwable cause) {
      note("failed " + loopId);
    }

    @Override
    public void loopCancelled(String loopId, String kind, String reason) {
      note("cancelled " + loopId);
    }
  }
}

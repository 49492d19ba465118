package dev.evolve.loop.sim;

import dev.evolve.loop.Signal;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.runtime.FreezeMode;
import dev.evolve.loop.runtime.RuntimeUsage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One history of a runtime, drawn from one seed: some loops are submitted, signalled and cancelled
 * while answers are late, doubled or lost, pools break, the kind is frozen, the store goes away,
 * and the process dies and comes back. Everything runs on one thread and one event queue, so a seed
 * always gives the same history.
 */
public final class Simulation {

  private static final int MOST_EVENTS = 100_000;

  private final World world;
  private final StoredHistory history;
  private final Map<String, Client> clients = new LinkedHashMap<>();
  private SimulatedProcess process;

  /**
   * @param seed from which all is drawn
   */
  public Simulation(long seed) {
    this.world = new World(seed);
    this.history = new StoredHistory(world.store);
    this.process = new SimulatedProcess(world);
  }

  /**
   * Runs the history to its end and checks it on the way.
   *
   * @return what happened, one line for each thing
   */
  public List<String> run() {
    int loops = 1 + world.random.nextInt(8);
    for (int i = 0; i < loops; i++) {
      clients.put("loop-" + i, new Client(drawRequest(), world.random.nextInt(3)));
    }
    world.scheduler.after(Duration.ZERO, this::tick);
    int events = 0;
    while (!hasEnded() && world.scheduler.runNext()) {
      history.check();
      process.check();
      if (events++ > MOST_EVENTS) {
        throw new AssertionError("the history does not end: " + process.usage());
      }
    }
    validate();
    return world.journal();
  }

  // ---- what happens

  private ScriptRequest drawRequest() {
    List<String> words = new ArrayList<>();
    int length = world.random.nextInt(8);
    for (int i = 0; i < length; i++) {
      words.add(drawWord());
    }
    return new ScriptRequest(String.join(" ", words), world.random.nextInt(61), 50);
  }

  private String drawWord() {
    return switch (world.random.nextInt(12)) {
      case 0 -> "w:k";
      case 1 -> "m:" + world.random.nextInt(51);
      case 2 -> "d:x";
      case 3 -> "d:x,y";
      case 4 -> "c:" + (1 + world.random.nextInt(4));
      case 5 -> "s:go";
      case 6 -> "t@" + world.time.instant().plusSeconds(world.random.nextInt(100)).getEpochSecond();
      case 7 -> world.random.nextInt(10) == 0 ? "x:execute" : "w";
      case 8 -> "k:" + (1 + world.random.nextInt((int) World.BLOCKS));
      case 9 -> "p:side";
      default -> "w";
    };
  }

  /** Clients submit, signal and cancel until all is over; then faults may strike. */
  private void tick() {
    for (Map.Entry<String, Client> client : clients.entrySet()) {
      Checkpoint found = world.store.latest(client.getKey()).orElse(null);
      if (found == null) {
        process.submit(client.getKey(), client.getValue().request(), client.getValue().priority());
      } else if (found.status() == Status.RUNNING) {
        nudge(client.getKey());
      }
    }
    strike();
    world.scheduler.after(Duration.ofMillis(1 + world.random.nextInt(3_000)), this::tick);
  }

  private void nudge(String loopId) {
    if (world.random.nextInt(3) == 0) {
      process.signal(loopId, world.happens(world.drawn.refuse()) ? "refuse" : "ok");
    } else if (world.random.nextInt(100) == 0) {
      process.cancel(loopId);
    } else if (world.random.nextInt(20) == 0) {
      process.submit(loopId, ScriptRequest.of("w"), 0);
    }
  }

  private void strike() {
    if (world.happens(world.faults().storeAway())) {
      sendStoreAway();
    }
    if (world.happens(world.faults().poolBreak())) {
      process.breakPool(world.random.nextInt(4) == 0 ? "side" : "any");
    }
    if (world.happens(world.faults().freeze())) {
      freeze();
    }
    if (world.happens(world.faults().crashAnywhere()) || process.needsRestart()) {
      restart("it dies between two events");
    }
  }

  private void sendStoreAway() {
    world.note("the store goes away");
    world.store.setAway(true);
    world.scheduler.after(
        Duration.ofMillis(world.random.nextInt(20_000)),
        () -> {
          world.note("the store is back");
          world.store.setAway(false);
        });
  }

  private void freeze() {
    SimulatedProcess frozen = process;
    frozen.freeze(world.random.nextBoolean() ? FreezeMode.DRAIN : FreezeMode.BOUNDARY);
    boolean cachesLost = world.random.nextBoolean();
    world.scheduler.after(
        Duration.ofMillis(world.random.nextInt(20_000)), () -> frozen.thaw(cachesLost));
  }

  /** A new process takes over; the old one may not know. */
  private void restart(String why) {
    world.note(why);
    SimulatedProcess old = process;
    old.abandon();
    if (world.happens(world.drawn.zombie())) {
      world.scheduler.after(Duration.ofMillis(world.random.nextInt(2_000)), old::zombieTurn);
    }
    world.nextEpoch();
    process = new SimulatedProcess(world);
    world.scheduler.after(Duration.ofMillis(world.random.nextInt(1_000)), process::restore);
  }

  // ---- what must hold at the end

  private boolean hasEnded() {
    return process.isIdle()
        && clients.keySet().stream()
            .allMatch(
                id -> world.store.latest(id).filter(c -> c.status() != Status.RUNNING).isPresent());
  }

  private void validate() {
    for (Map.Entry<String, Client> client : clients.entrySet()) {
      Checkpoint last = world.store.latest(client.getKey()).orElseThrow();
      ScriptRequest request = client.getValue().request();
      String expected = expected(client.getKey(), request, last.stepIndex());
      String actual = new String(last.state(), StandardCharsets.UTF_8);
      world.note(last.loopId() + " ended " + last.status() + " " + actual);
      if (!actual.equals(expected)) {
        throw new AssertionError("expected " + expected + ", found " + actual);
      }
      requireRightEnd(request, last);
    }
    if (!process.usage().equals(RuntimeUsage.NOTHING)) {
      throw new AssertionError("something is still held: " + process.usage());
    }
  }

  private void requireRightEnd(ScriptRequest request, Checkpoint last) {
    String script = request.script();
    List<String> words = script.isEmpty() ? List.of() : List.of(script.split(" "));
    boolean whole = last.stepIndex() == words.size();
    boolean right =
        switch (last.status()) {
          case FINISHED -> whole;
          case FAILED -> !whole && mayFail(last, words.get((int) last.stepIndex()));
          case CANCELLED -> true;
          case RUNNING -> false;
        };
    if (!right) {
      throw new AssertionError(script + " ended " + last.status() + " at " + last.stepIndex());
    }
  }

  /** A loop fails by its script, or because its pool broke too often or could not be set up. */
  private boolean mayFail(Checkpoint last, String word) {
    String lastWords = world.store.events(last.loopId()).getLast();
    return word.equals("x:execute")
        || lastWords.contains("is broken: it was drawn")
        || lastWords.contains("is beyond repair");
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

  /**
   * Who wants a loop to run.
   *
   * @param request what it is to do
   * @param priority how urgent that is
   */
  private record Client(ScriptRequest request, int priority) {}
}

package dev.evolve.app.memory;

import dev.evolve.app.FakeTrialStore;
import dev.evolve.app.campaigns.Loops;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Signal;
import dev.evolve.loop.StepResult;
import dev.evolve.memory.MemoryCommand;
import dev.evolve.memory.MemoryFold;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** The memory of trials with a log and a store in memory; what a loop would do is done at once. */
public final class MemoryUnderTest implements Loops {

  /** The time of everything. */
  public static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");

  /** A cache of Kernel Tuner that names everything. */
  public static final String CACHE =
      """
      {"device_name":"A100","kernel_name":"toy","problem_size":[4096,4096],"objective":"time",
       "tune_params_keys":["TILE","KIND"],"tune_params":{"TILE":[1,2,4],"KIND":["a","b"]},
       "cache":{
        "1,a":{"TILE":1,"KIND":"a","time":3.0,"times":[3.0]},
        "2,a":{"TILE":2,"KIND":"a","time":1.25,"times":[1.25]},
        "2,b":{"TILE":2,"KIND":"b","time":2.5,"times":[2.5]},
        "4,b":{"TILE":4,"KIND":"b","time":"RuntimeFailedConfig"}}}
      """;

  public final FakeTrialStore store = new FakeTrialStore();
  final List<DomainEvent> log = new ArrayList<>();

  private final MemoryView view = new MemoryView();
  private final MemoryFold fold = new MemoryFold();
  private final LoopMemoryService service;

  /** A memory that has read its empty log. */
  public MemoryUnderTest() {
    int[] next = {0};
    service = new LoopMemoryService(this, view, store, () -> "ID" + next[0]++, () -> NOW);
    view.caughtUp();
  }

  public LoopMemoryService service() {
    return service;
  }

  private void record(String loopId, DomainEvent event) {
    log.add(event);
    fold.apply(event).ifPresent(change -> change.applyTo(store));
    view.recorded(0, log.size(), new RecordedEvent(loopId + "-0", loopId, 0, 1, "", "", event));
  }

  @Override
  public CompletableFuture<Void> submit(
      String kind, String loopId, Object request, ModelRef model, long seed) {
    record(
        loopId,
        switch ((MemoryCommand) request) {
          case MemoryCommand.Import it ->
              new DomainEvent.TrialsImported(loopId, NOW, it.trials(), it.person());
          case MemoryCommand.Forget it ->
              new DomainEvent.TrialsForgotten(loopId, NOW, it.key(), it.reason(), it.person());
        });
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<StepResult> signal(String loopId, Signal signal) {
    return CompletableFuture.failedFuture(new IllegalStateException("nobody signals the memory"));
  }

  @Override
  public CompletableFuture<LoopResult> result(String loopId) {
    return CompletableFuture.completedFuture(new LoopResult("done", new TreeMap<>()));
  }

  @Override
  public void cancel(String loopId, String reason) {
    throw new IllegalStateException("nobody cancels the memory");
  }
}

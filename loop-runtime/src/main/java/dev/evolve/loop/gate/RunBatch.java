package dev.evolve.loop.gate;

import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.port.WorkExecutor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Runs whose present plans belong into one call of their executor.
 *
 * @param runs the runs, in order
 */
record RunBatch(List<LoopRun<?>> runs) {

  /** The batches that the present plans form, as a runtime would form them. */
  static List<RunBatch> of(List<LoopRun<?>> open) {
    Map<Key, List<LoopRun<?>>> batches = new LinkedHashMap<>();
    open.forEach(run -> batches.computeIfAbsent(Key.of(run), k -> new ArrayList<>()).add(run));
    return batches.values().stream().map(RunBatch::new).toList();
  }

  int size() {
    return runs.size();
  }

  /** Hands all plans over in one call; gives where each answer will be. */
  SequencedMap<LoopRun<?>, LoopRun.Started> execute() {
    SequencedMap<LoopRun<?>, LoopRun.Started> started = new LinkedHashMap<>();
    runs.forEach(run -> started.put(run, run.start()));
    runs.getFirst()
        .executor()
        .execute(started.values().stream().map(LoopRun.Started::work).toList());
    return started;
  }

  private record Key(WorkExecutor executor, ShapeSignature shape, PlacementHint placement) {
    static Key of(LoopRun<?> run) {
      return new Key(
          run.executor(), run.planOrThrow().shape().batchKey(), run.planOrThrow().placement());
    }
  }
}

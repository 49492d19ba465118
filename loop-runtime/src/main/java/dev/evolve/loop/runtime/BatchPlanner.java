package dev.evolve.loop.runtime;

import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.port.WorkExecutor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the steps of one turn and hands those that belong together to their executor in one
 * call: same executor, same batch key, same placement.
 */
final class BatchPlanner {

  private final int largest;
  private final GuardedObserver observer;
  private final Map<Key, List<WorkExecutor.Work>> open = new LinkedHashMap<>();

  BatchPlanner(int largest, GuardedObserver observer) {
    this.largest = largest;
    this.observer = observer;
  }

  void add(WorkExecutor executor, WorkExecutor.Work work) {
    Key key = new Key(executor, work.plan().shape().batchKey(), work.plan().placement());
    open.computeIfAbsent(key, unused -> new ArrayList<>()).add(work);
  }

  /** Hands all that was collected over, in the order in which it came. */
  void dispatch() {
    if (open.isEmpty()) {
      return;
    }
    List<Map.Entry<Key, List<WorkExecutor.Work>>> batches = List.copyOf(open.entrySet());
    open.clear();
    batches.forEach(batch -> dispatch(batch.getKey(), batch.getValue()));
  }

  /** How many works are collected. */
  int size() {
    return open.values().stream().mapToInt(List::size).sum();
  }

  private void dispatch(Key key, List<WorkExecutor.Work> works) {
    for (int from = 0; from < works.size(); from += largest) {
      List<WorkExecutor.Work> batch =
          List.copyOf(works.subList(from, Math.min(works.size(), from + largest)));
      observer.tell(watcher -> watcher.batchDispatched(key.shape().kind(), batch.size()));
      execute(key.executor(), batch);
    }
  }

  /** An executor that throws has failed all works of the call that it had not answered. */
  private static void execute(WorkExecutor executor, List<WorkExecutor.Work> batch) {
    try {
      executor.execute(batch);
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      batch.forEach(work -> work.completion().fail(e));
    }
  }

  private record Key(WorkExecutor executor, ShapeSignature shape, PlacementHint placement) {}
}

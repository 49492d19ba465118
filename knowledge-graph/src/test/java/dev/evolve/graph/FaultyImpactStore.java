package dev.evolve.graph;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.ImpactStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An in-memory store that can be away, and remembers the batches that it took. */
final class FaultyImpactStore implements ImpactStore {

  final InMemoryImpactStore inner = new InMemoryImpactStore();
  final List<List<String>> batches = new CopyOnWriteArrayList<>();
  volatile boolean away;
  volatile int clears;

  private void answerOrThrow() {
    if (away) {
      throw new EvolveException(ErrorCode.GRAPH_UNAVAILABLE, "the graph is away");
    }
  }

  @Override
  public void prepare() {
    answerOrThrow();
  }

  @Override
  public SortedMap<Integer, Long> positions() {
    answerOrThrow();
    return inner.positions();
  }

  @Override
  public void project(int partition, long nextOffset, List<RecordedEvent> batch) {
    answerOrThrow();
    inner.project(partition, nextOffset, batch);
    batches.add(new ArrayList<>(batch.stream().map(RecordedEvent::id).toList()));
  }

  @Override
  public void clear() {
    answerOrThrow();
    inner.clear();
    clears++;
  }

  @Override
  public List<Improvement> improvements(String pack, String hardwareId, int limit) {
    answerOrThrow();
    return inner.improvements(pack, hardwareId, limit);
  }

  @Override
  public List<GateFailure> gateFailures(String gate, int limit) {
    answerOrThrow();
    return inner.gateFailures(gate, limit);
  }
}

package dev.evolve.loop.runtime;

import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopException.UnknownKindException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The kinds of loop that a runtime can drive. */
final class Registry {

  private final Map<String, Registration<?, ?>> kinds = new TreeMap<>();

  <R, S extends LoopState> void add(Loop<R, S> loop, WorkExecutor executor, LoopSettings settings) {
    if (kinds.putIfAbsent(loop.kind(), new Registration<>(loop, executor, settings)) != null) {
      throw new IllegalArgumentException(
          "a loop of kind " + loop.kind() + " is registered already");
    }
  }

  Registration<?, ?> require(String kind, String loopId) {
    Registration<?, ?> found = kinds.get(kind);
    if (found == null) {
      throw new UnknownKindException(
          loopId, "no loop of kind " + kind + " is registered for " + loopId + ": " + known());
    }
    return found;
  }

  /**
   * Refuses to restore anything if something could not be.
   *
   * @throws UnknownKindException naming every loop whose kind is not registered
   */
  void requireAll(List<Checkpoint> checkpoints) {
    List<Checkpoint> unknown =
        checkpoints.stream().filter(found -> !kinds.containsKey(found.kind())).toList();
    if (!unknown.isEmpty()) {
      throw new UnknownKindException(
          unknown.getFirst().loopId(),
          "stored loops have kinds that are not registered: "
              + unknown.stream().map(found -> found.loopId() + " (" + found.kind() + ")").toList()
              + "; "
              + known()
              + "; register the missing ones before the runtime starts");
    }
  }

  private String known() {
    return "known kinds are " + kinds.keySet();
  }
}

package dev.evolve.loop.runtime;

import dev.evolve.loop.runtime.LoopException.UnknownLoopException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The loops that have not ended, by id, in the order in which they came. */
final class LiveLoops {

  private final Map<String, DrivenLoop<?>> loops = new LinkedHashMap<>();

  boolean contains(String loopId) {
    return loops.containsKey(loopId);
  }

  int size() {
    return loops.size();
  }

  void add(DrivenLoop<?> loop) {
    loops.put(loop.id(), loop);
  }

  void remove(DrivenLoop<?> loop) {
    loops.remove(loop.id());
  }

  DrivenLoop<?> require(String loopId) {
    DrivenLoop<?> found = loops.get(loopId);
    if (found == null) {
      throw new UnknownLoopException(loopId);
    }
    return found;
  }

  /** All of them, safe to walk while loops end. */
  List<DrivenLoop<?>> all() {
    return List.copyOf(loops.values());
  }

  /** All of them; no loop may begin or end while they are walked. */
  Iterable<DrivenLoop<?>> each() {
    return loops.values();
  }

  List<DrivenLoop<?>> within(CancelScope scope) {
    return switch (scope) {
      case CancelScope.LoopScope one -> only(one.loopId());
      case CancelScope.StreamScope one -> only(one.loopId());
      case CancelScope.GroupScope group -> group(group);
    };
  }

  private List<DrivenLoop<?>> only(String loopId) {
    DrivenLoop<?> found = loops.get(loopId);
    return found == null ? List.of() : List.of(found);
  }

  private List<DrivenLoop<?>> group(CancelScope.GroupScope scope) {
    return loops.values().stream()
        .<DrivenLoop<?>>map(loop -> loop)
        .filter(loop -> scope.contains(loop.id()))
        .toList();
  }

  void clear() {
    loops.clear();
  }
}

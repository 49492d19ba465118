package dev.evolve.loop.runtime;

import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.port.WorkExecutor.Work;
import java.util.ArrayList;
import java.util.List;

/** Steps that belong together and have not been handed over: same executor, batch key, pool. */
final class Bucket {

  final WorkExecutor executor;
  final ShapeSignature shape;
  final PlacementHint placement;
  final Pool pool;

  /** Whether the planner has forgotten it, so that loops must look it up again. */
  boolean retired;

  /** Highest priority among the steps. */
  int priority;

  /** How often a younger bucket was handed over before it. */
  int passes;

  private final List<StepInFlight> steps = new ArrayList<>();

  Bucket(WorkExecutor executor, ShapeSignature shape, PlacementHint placement, Pool pool) {
    this.executor = executor;
    this.shape = shape;
    this.placement = placement;
    this.pool = pool;
  }

  int size() {
    return steps.size();
  }

  void add(StepInFlight step) {
    int wanted = step.loop().priority();
    priority = steps.isEmpty() ? wanted : Math.max(priority, wanted);
    steps.add(step);
  }

  /** Takes one step out; false if it is not here. */
  boolean remove(StepInFlight step) {
    if (!steps.remove(step)) {
      return false;
    }
    priority = steps.stream().mapToInt(left -> left.loop().priority()).max().orElse(0);
    return true;
  }

  /**
   * Takes out at most {@code most} steps, higher priorities first and first come first served among
   * equals.
   */
  List<Work> take(int most) {
    if (steps.size() == 1) {
      return List.of(steps.removeFirst().handOver());
    }
    int size = Math.min(most, steps.size());
    if (size < steps.size()) {
      steps.sort((a, b) -> Integer.compare(b.loop().priority(), a.loop().priority()));
    }
    Work[] works = new Work[size];
    for (int i = 0; i < size; i++) {
      works[i] = steps.get(i).handOver();
    }
    if (size == steps.size()) {
      steps.clear();
    } else {
      steps.subList(0, size).clear();
      priority = steps.getFirst().loop().priority();
    }
    return List.of(works);
  }
}

package dev.evolve.loop.weights;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.cache.VersionedCache;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.sim.ScriptExecutor;
import dev.evolve.loop.sim.ScriptWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Executes script loops with weights: a step's value depends on them and on a context that the loop
 * builds with its first step and keeps in this executor's cache.
 */
final class WeighedExecutor implements WorkExecutor, VersionedCache {

  private final Map<String, Long> contexts = new LinkedHashMap<>();
  private final List<Work> held = new ArrayList<>();
  private boolean holding;
  private String version = "1";
  private long weights = 1;

  void install(String newVersion) {
    weights = Long.parseLong(newVersion);
  }

  void hold() {
    holding = true;
  }

  int heldWorks() {
    return held.size();
  }

  void releaseHeld() {
    List<Work> works = List.copyOf(held);
    held.clear();
    works.forEach(this::answer);
  }

  void unhold() {
    holding = false;
    releaseHeld();
  }

  @Override
  public void execute(List<Work> batch) {
    if (holding) {
      held.addAll(batch);
    } else {
      batch.forEach(this::answer);
    }
  }

  @Override
  public void release(String loopId) {
    contexts.remove(loopId);
  }

  @Override
  public int dropComponent(String component, String versionInForce) {
    int dropped = versionInForce.equals(version) ? 0 : contexts.size();
    contexts.clear();
    version = versionInForce;
    return dropped;
  }

  private void answer(Work work) {
    if (work.plan().payload() instanceof ScriptWork.Compute compute) {
      long context = contexts.computeIfAbsent(work.context().loopId(), id -> weights * 1_000);
      long value = compute.value() * weights + context;
      work.completion()
          .succeed(StepResult.of(new ScriptWork.Computed(value), Duration.ofMillis(1)));
    } else {
      ScriptExecutor.answer(work);
    }
  }
}

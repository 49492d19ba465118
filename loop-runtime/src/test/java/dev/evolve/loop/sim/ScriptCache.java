package dev.evolve.loop.sim;

import dev.evolve.loop.port.WorkExecutor.Work;
import java.util.HashMap;
import java.util.Map;

/** What an executor keeps of the steps of script loops; tells when a step counts on more. */
final class ScriptCache {

  private final Map<String, Long> steps = new HashMap<>();

  /**
   * A step is executed with what is kept, and is kept itself.
   *
   * @throws AssertionError if it counts on what is not there
   */
  void use(Work work) {
    String loopId = work.context().loopId();
    if (work.plan().payload() instanceof ScriptWork.Compute compute) {
      long kept = steps.getOrDefault(loopId, 0L);
      if (compute.cached() > kept) {
        throw new AssertionError(
            loopId + " counts on " + compute.cached() + " cached steps, there are " + kept);
      }
    }
    steps.put(loopId, work.context().stepIndex() + 1);
  }

  void drop(String loopId) {
    steps.remove(loopId);
  }

  void clear() {
    steps.clear();
  }
}

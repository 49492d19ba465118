package dev.evolve.loop.sim;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.Emitter;
import java.util.HashMap;
import java.util.Map;

/**
 * What must hold of everything that one life of a process emits: nothing of a step before the step
 * is durable, and a loop's steps in order, without a gap and none twice.
 */
final class EmittedHistory implements Emitter {

  private final InMemoryCheckpointStore disk;
  private final Map<String, Long> last = new HashMap<>();
  private String broken = "";

  EmittedHistory(InMemoryCheckpointStore disk) {
    this.disk = disk;
  }

  @Override
  public void emit(String loopId, StreamChunk chunk) {
    Checkpoint durable = disk.latest(loopId).orElseThrow();
    String data = chunk.data();
    if (data.startsWith("say-")) {
      long step = chunk.sequence();
      Long before = last.put(loopId, step);
      require(
          before == null || step == before + 1, loopId + " emitted " + data + " after " + before);
      require(durable.stepIndex() > step, loopId + " emitted " + data + " too early");
    } else if (data.startsWith("plan-") || data.startsWith("result-")) {
      long step = Long.parseLong(data.substring(data.indexOf('-') + 1));
      require(Long.valueOf(step).equals(last.get(loopId)), loopId + " emitted " + data + " alone");
    } else {
      require(durable.status() != Status.RUNNING, loopId + " said its last words too early");
    }
  }

  private void require(boolean holds, String found) {
    if (!holds && broken.isEmpty()) {
      broken = found;
    }
  }

  /**
   * Tells what did not hold. What an emitter throws is kept away from the loops, so it is told
   * here.
   */
  void check() {
    if (!broken.isEmpty()) {
      throw new AssertionError(broken);
    }
  }
}

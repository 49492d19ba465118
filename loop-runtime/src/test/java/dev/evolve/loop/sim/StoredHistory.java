package dev.evolve.loop.sim;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What must hold of everything in the store, whatever went wrong: each loop's steps are stored
 * once, in order and without a gap, each with its own events, and nothing comes after a loop's end.
 */
final class StoredHistory implements Invariant {

  private final InMemoryCheckpointStore store;
  private final Map<String, Checkpoint> last = new HashMap<>();
  private int seen;

  StoredHistory(InMemoryCheckpointStore store) {
    this.store = store;
  }

  @Override
  public void check() {
    List<StepCommit> fresh = store.commitsFrom(seen);
    fresh.forEach(this::follow);
    seen += fresh.size();
  }

  private void follow(StepCommit commit) {
    Checkpoint now = commit.checkpoint();
    Checkpoint before = last.put(now.loopId(), now);
    if (before == null) {
      require(now.stepIndex() == 0 && commit.events().isEmpty(), "begins at step 0", commit);
      return;
    }
    require(before.status() == Status.RUNNING, "stores nothing after its end", commit);
    if (now.status() == Status.RUNNING) {
      long step = before.stepIndex();
      require(now.stepIndex() == step + 1, "stores step " + (step + 1) + " next", commit);
      require(data(commit).equals(eventsOf(step)), "stores the events of its step", commit);
    } else {
      require(now.stepIndex() == before.stepIndex(), "ends where it stood", commit);
      require(java.util.Arrays.equals(now.state(), before.state()), "ends as it stood", commit);
    }
  }

  private static List<String> eventsOf(long step) {
    return List.of("plan-" + step, "result-" + step);
  }

  private static List<String> data(StepCommit commit) {
    List<String> data = new ArrayList<>();
    for (StreamChunk event : commit.events()) {
      data.add(event.data());
    }
    return data;
  }

  private static void require(boolean holds, String what, StepCommit commit) {
    if (!holds) {
      Checkpoint found = Objects.requireNonNull(commit.checkpoint());
      throw new AssertionError(
          "a loop "
              + what
              + ", but found "
              + found
              + " "
              + new String(found.state(), StandardCharsets.UTF_8)
              + " with "
              + data(commit));
    }
  }
}

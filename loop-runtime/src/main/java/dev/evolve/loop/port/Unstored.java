package dev.evolve.loop.port;

import java.util.List;

/**
 * A store that holds nothing, for runtimes whose loops are all kept in memory only: such loops
 * never reach their store, so a commit is an error.
 */
public final class Unstored implements CheckpointStore {

  @Override
  public void commit(StepCommit commit) {
    throw new IllegalStateException(
        commit.checkpoint().loopId()
            + " was to be stored, but this runtime keeps its loops in memory only; register "
            + commit.checkpoint().kind()
            + " with LoopSettings.IN_MEMORY, or give the runtime a store");
  }

  @Override
  public List<Checkpoint> load() {
    return List.of();
  }
}

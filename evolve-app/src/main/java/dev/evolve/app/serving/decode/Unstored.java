package dev.evolve.app.serving.decode;

import dev.evolve.loop.port.CheckpointStore;
import java.util.List;

/** Holds nothing: a completion ends with its connection, so it is kept in memory only. */
final class Unstored implements CheckpointStore {

  @Override
  public void commit(StepCommit commit) {
    throw new IllegalStateException("a loop that is kept in memory only was to be stored");
  }

  @Override
  public List<Checkpoint> load() {
    return List.of();
  }
}

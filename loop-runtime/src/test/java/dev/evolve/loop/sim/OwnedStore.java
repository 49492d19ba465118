package dev.evolve.loop.sim;

import dev.evolve.loop.port.CheckpointStore;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;

/**
 * One process's view of the store: fenced once another owns it; the process may die in a commit.
 */
final class OwnedStore implements CheckpointStore {

  private final CheckpointStore store;
  private final int epoch;
  private final IntSupplier currentEpoch;
  private final RandomGenerator random;
  private final FaultPlan faults;

  OwnedStore(
      CheckpointStore store,
      int epoch,
      IntSupplier currentEpoch,
      RandomGenerator random,
      FaultPlan faults) {
    this.store = store;
    this.epoch = epoch;
    this.currentEpoch = currentEpoch;
    this.random = random;
    this.faults = faults;
  }

  @Override
  public void commit(StepCommit commit) {
    if (currentEpoch.getAsInt() != epoch) {
      throw new FencedException("epoch " + epoch + " is over", new IllegalStateException());
    }
    if (random.nextDouble() < faults.crashBeforeCommit()) {
      throw new SimulatedCrash("before the commit of " + commit.checkpoint().loopId());
    }
    store.commit(commit);
    if (random.nextDouble() < faults.crashAfterCommit()) {
      throw new SimulatedCrash("after the commit of " + commit.checkpoint().loopId());
    }
  }

  @Override
  public List<Checkpoint> load() {
    return store.load();
  }
}

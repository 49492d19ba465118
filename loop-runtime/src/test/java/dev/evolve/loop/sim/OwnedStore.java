package dev.evolve.loop.sim;

import dev.evolve.loop.port.CheckpointStore;
import java.util.List;

/**
 * One process's view of the store: fenced once another owns it; the process may die in a commit.
 */
final class OwnedStore implements CheckpointStore {

  private final World world;
  private final int epoch;

  OwnedStore(World world, int epoch) {
    this.world = world;
    this.epoch = epoch;
  }

  @Override
  public void commit(StepCommit commit) {
    requireOwned(world, epoch);
    crash(world, commit);
    world.store.commit(commit);
    if (world.happens(world.faults().crashAfterCommit())) {
      throw new SimulatedCrash("after the commit of " + commit.checkpoint().loopId());
    }
  }

  static void requireOwned(World world, int epoch) {
    if (world.epoch() != epoch) {
      throw new FencedException("epoch " + epoch + " is over", new IllegalStateException());
    }
  }

  static void crash(World world, StepCommit commit) {
    if (world.happens(world.faults().crashBeforeCommit())) {
      throw new SimulatedCrash("before the commit of " + commit.checkpoint().loopId());
    }
  }

  @Override
  public List<Checkpoint> load() {
    return world.store.load();
  }
}

package dev.evolve.loop.sim;

import dev.evolve.loop.port.GroupCommitStore;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One process's view of a group commit store: what it appends becomes durable a while later, some
 * or all of it at a time, unless the process has died by then.
 */
final class OwnedGroupStore implements GroupCommitStore {

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final World world;
  private final int epoch;
  private final SimulatedGroupStore group;
  private final Runnable died;
  private boolean syncing;
  private boolean dead;

  /**
   * @param died called when the process dies without being told
   */
  OwnedGroupStore(World world, int epoch, Runnable died) {
    this.world = world;
    this.epoch = epoch;
    this.group = new SimulatedGroupStore(world.store);
    this.died = died;
  }

  @Override
  public long append(StepCommit commit) {
    OwnedStore.requireOwned(world, epoch);
    OwnedStore.crash(world, commit);
    if (world.store.isAway()) {
      throw new StoreUnavailableException("the store is away", null);
    }
    long number = group.append(commit);
    syncLater(world.upTo(world.faults().longestSync()));
    return number;
  }

  private void syncLater(Duration pause) {
    if (!syncing) {
      syncing = true;
      world.scheduler.after(pause, this::sync);
    }
  }

  private void sync() {
    syncing = false;
    int waiting = group.volatileCommits().size();
    if (dead || waiting == 0 || world.epoch() != epoch) {
      return;
    }
    if (world.store.isAway()) {
      syncLater(PAUSE);
      return;
    }
    int count = 1 + world.random.nextInt(waiting);
    boolean dies = world.happens(world.faults().crashAfterCommit());
    dead = dies;
    if (dies) {
      world.note("it dies after the commit of " + count + ", with " + (waiting - count) + " lost");
      died.run();
    }
    group.sync(count);
    if (count < waiting) {
      syncLater(world.upTo(world.faults().longestSync()));
    }
  }

  /** The process has died: what is not durable is lost. */
  void die() {
    int lost = group.volatileCommits().size();
    if (!dead && lost > 0) {
      world.note(lost + " commits were not durable and are lost");
    }
    dead = true;
  }

  @Override
  public void commit(StepCommit commit) {
    group.commit(commit);
  }

  @Override
  public long durable() {
    return group.durable();
  }

  @Override
  public void onProgress(Runnable listener) {
    group.onProgress(listener);
  }

  @Override
  public @Nullable RuntimeException failure() {
    return group.failure();
  }

  @Override
  public List<Checkpoint> load() {
    return group.load();
  }
}

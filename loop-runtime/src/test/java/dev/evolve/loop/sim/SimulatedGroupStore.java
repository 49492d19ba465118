package dev.evolve.loop.sim;

import dev.evolve.loop.port.CheckpointStore;
import dev.evolve.loop.port.GroupCommitStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group commit store whose disk is another store: what is appended gets there when the test says
 * so. One that is thrown away has lost what was not durable.
 */
public final class SimulatedGroupStore implements GroupCommitStore {

  private final CheckpointStore disk;
  private final List<StepCommit> appended = new ArrayList<>();
  private long durable;
  private int syncs;
  private boolean away;
  private @Nullable RuntimeException failure;
  private Runnable listener = () -> {};

  /**
   * @param disk what is durable
   */
  public SimulatedGroupStore(CheckpointStore disk) {
    this.disk = disk;
  }

  @Override
  public long append(StepCommit commit) {
    if (away) {
      throw new StoreUnavailableException("the store is away", null);
    }
    appended.add(commit);
    return durable + appended.size();
  }

  @Override
  public void commit(StepCommit commit) {
    throw new UnsupportedOperationException("the runtime appends to a group commit store");
  }

  @Override
  public long durable() {
    return durable;
  }

  @Override
  public void onProgress(Runnable told) {
    listener = told;
  }

  @Override
  public @Nullable RuntimeException failure() {
    return failure;
  }

  @Override
  public List<Checkpoint> load() {
    return disk.load();
  }

  /** Makes all durable that was appended. */
  public void sync() {
    sync(appended.size());
  }

  /** Makes the first so many durable of what was appended and is not. */
  public void sync(int count) {
    List<StepCommit> group = List.copyOf(appended.subList(0, count));
    group.forEach(disk::commit);
    appended.subList(0, count).clear();
    durable += count;
    syncs++;
    listener.run();
  }

  /** The disk fails for good. */
  public void fail(RuntimeException why) {
    failure = why;
    listener.run();
  }

  /** Whether the store takes nothing. */
  public void setAway(boolean isAway) {
    away = isAway;
  }

  /** How often it was synced. */
  public int syncs() {
    return syncs;
  }

  /** What is not durable yet, in order. */
  public List<StepCommit> volatileCommits() {
    return List.copyOf(appended);
  }
}

package dev.evolve.loop.port;

import org.jspecify.annotations.Nullable;

/**
 * A store that makes many steps durable at once. The runtime appends the steps of a turn without
 * waiting and lets a loop go on once {@link #durable} has passed its step's number.
 */
public interface GroupCommitStore extends CheckpointStore {

  /**
   * Takes a step's outcome, whole. Called on the runtime's one thread; does not wait for the disk
   * unless the store's buffers are full, and then for a bounded time.
   *
   * @return the number of the step in the store, rising by 1 with each append
   * @throws StoreUnavailableException if nothing was taken
   */
  long append(StepCommit commit);

  /** The highest number up to which every append is durable. Thread-safe. */
  long durable();

  /**
   * Sets who is told when {@link #durable} has risen or {@link #failure} is set. Called from any
   * thread; must return at once.
   */
  void onProgress(Runnable listener);

  /** Why the store can never make another append durable; null while it can. Thread-safe. */
  @Nullable RuntimeException failure();
}

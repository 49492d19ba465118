package dev.evolve.loop.runtime;

import dev.evolve.loop.port.CheckpointStore;
import dev.evolve.loop.port.CheckpointStore.FencedException;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores steps in the order in which they came. While the store is away they are kept and tried
 * again, after pauses that grow; each loop has at most one, so they are bounded by the number of
 * loops.
 */
final class CommitQueue {

  private final CheckpointStore store;
  private final InstantSource clock;
  private final RuntimeLimits.Retry retry;
  private final GuardedObserver observer;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private int failures;
  private Instant retryAt = Instant.MIN;

  CommitQueue(
      CheckpointStore store,
      InstantSource clock,
      RuntimeLimits.Retry retry,
      GuardedObserver observer) {
    this.store = store;
    this.clock = clock;
    this.retry = retry;
    this.observer = observer;
  }

  /** Whether the store was away when it was last tried and is not to be tried yet. */
  boolean isAway() {
    return !pending.isEmpty() || (failures > 0 && clock.instant().isBefore(retryAt));
  }

  /** Refuses while the store is away. */
  void requireAtHand() {
    if (isAway()) {
      throw new StoreUnavailableException("the store is away; try again later", null);
    }
  }

  int size() {
    return pending.size();
  }

  /** When the next try is due; null if nothing waits. */
  @Nullable Instant nextRetry() {
    return pending.isEmpty() ? null : retryAt;
  }

  /**
   * Stores now or not at all.
   *
   * @throws StoreUnavailableException if the store is away; nothing was stored
   * @throws LoopFailedException if the store refuses this commit for good
   * @throws FencedException if another instance has taken over
   */
  void storeOrThrow(StepCommit commit) {
    requireAtHand();
    try {
      store.commit(commit);
      answered();
    } catch (StoreUnavailableException e) {
      wentAway(e);
      throw e;
    } catch (FencedException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new LoopFailedException(
          commit.checkpoint().loopId(), "its first state could not be stored", e);
    }
  }

  /**
   * Stores now or as soon as the store is back.
   *
   * @param stored called when it is stored
   * @param broken called when the store refuses this commit for good
   * @throws FencedException if another instance has taken over
   */
  void store(StepCommit commit, Runnable stored, Consumer<RuntimeException> broken) {
    pending.add(new Pending(commit, stored, broken));
    if (pending.size() == 1 && (failures == 0 || !clock.instant().isBefore(retryAt))) {
      drain();
    }
  }

  /** Tries again if that is due. */
  void retry(Instant now) {
    if (!pending.isEmpty() && !now.isBefore(retryAt)) {
      drain();
    }
  }

  private void drain() {
    for (Pending head = pending.peek(); head != null; head = pending.peek()) {
      try {
        store.commit(head.commit());
      } catch (StoreUnavailableException e) {
        wentAway(e);
        return;
      } catch (FencedException e) {
        throw e;
      } catch (RuntimeException e) {
        pending.remove();
        head.broken().accept(e);
        continue;
      }
      pending.remove();
      answered();
      head.stored().run();
    }
  }

  private void answered() {
    if (failures > 0) {
      failures = 0;
      observer.tell(RuntimeObserver::storeBack);
    }
  }

  private void wentAway(StoreUnavailableException cause) {
    failures++;
    retryAt = clock.instant().plus(retry.pauseAfter(failures));
    if (failures == 1) {
      observer.tell(watcher -> watcher.storeAway(cause));
    }
  }

  private record Pending(StepCommit commit, Runnable stored, Consumer<RuntimeException> broken) {}
}

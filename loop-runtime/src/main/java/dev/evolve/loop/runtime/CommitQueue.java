package dev.evolve.loop.runtime;

import dev.evolve.loop.port.CheckpointStore;
import dev.evolve.loop.port.CheckpointStore.FencedException;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import dev.evolve.loop.port.GroupCommitStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Stores steps in the order in which they came. With a {@link GroupCommitStore} a step counts as
 * stored once the store says that it is durable; with any other store it is stored at once. While
 * the store is away steps are kept and tried again, after pauses that grow; each loop has at most
 * one, so they are bounded by the number of loops.
 */
final class CommitQueue {

  private final CheckpointStore store;
  private final @Nullable GroupCommitStore group;
  private final InstantSource clock;
  private final RuntimeLimits.Retry retry;
  private final GuardedObserver observer;

  /** What the store has not taken yet. */
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();

  /** What a group commit store has taken and not made durable yet, in the order of its numbers. */
  private final ArrayDeque<Entry> appended = new ArrayDeque<>();

  private long firstAppended;
  private int failures;
  private Instant retryAt = Instant.MIN;

  CommitQueue(
      CheckpointStore store,
      InstantSource clock,
      RuntimeLimits.Retry retry,
      GuardedObserver observer) {
    this.store = store;
    this.group = store instanceof GroupCommitStore groups ? groups : null;
    this.clock = clock;
    this.retry = retry;
    this.observer = observer;
  }

  /** Who waits for a commit. */
  interface Entry {

    /** It is stored. */
    void stored();

    /** The store refuses it for good. */
    void broken(RuntimeException reason);
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
    return pending.size() + appended.size();
  }

  /** When the next try is due; null if nothing waits. */
  @Nullable Instant nextRetry() {
    return pending.isEmpty() ? null : retryAt;
  }

  /**
   * Hands over now or not at all.
   *
   * @throws StoreUnavailableException if the store is away; nothing was stored
   * @throws FencedException if another instance has taken over
   */
  void storeOrThrow(StepCommit commit, Entry entry) {
    requireAtHand();
    try {
      hand(commit, entry);
    } catch (StoreUnavailableException e) {
      wentAway(e);
      throw e;
    } catch (RefusedException e) {
      entry.broken(e.reason);
    }
  }

  /**
   * Stores now or as soon as the store is back.
   *
   * @throws FencedException if another instance has taken over
   */
  void store(StepCommit commit, Entry entry) {
    if (pending.isEmpty() && failures == 0) {
      if (tryOnce(commit, entry)) {
        return;
      }
      pending.add(new Pending(commit, entry));
      return;
    }
    pending.add(new Pending(commit, entry));
    if (pending.size() == 1 && !clock.instant().isBefore(retryAt)) {
      drain();
    }
  }

  /** Tries again if that is due. */
  void retry() {
    if (!pending.isEmpty() && !clock.instant().isBefore(retryAt)) {
      drain();
    }
  }

  /**
   * Lets those go on whose commit has become durable.
   *
   * @throws RuntimeException if the store can never make another commit durable
   */
  void settleDurable() {
    if (group == null || appended.isEmpty()) {
      return;
    }
    long durable = group.durable();
    while (!appended.isEmpty() && firstAppended <= durable) {
      firstAppended++;
      appended.remove().stored();
    }
    RuntimeException failure = group.failure();
    if (failure != null && !appended.isEmpty()) {
      throw failure;
    }
  }

  private void drain() {
    for (Pending head = pending.peek(); head != null; head = pending.peek()) {
      if (!tryOnce(head.commit(), head.entry())) {
        return;
      }
      pending.remove();
    }
  }

  /** Answers false if the store is away; anything else has been answered. */
  private boolean tryOnce(StepCommit commit, Entry entry) {
    try {
      hand(commit, entry);
      return true;
    } catch (StoreUnavailableException e) {
      wentAway(e);
      return false;
    } catch (FencedException e) {
      throw e;
    } catch (RefusedException e) {
      entry.broken(e.reason);
      return true;
    }
  }

  private void hand(StepCommit commit, Entry entry) {
    if (group != null) {
      append(group, commit, entry);
      return;
    }
    try {
      store.commit(commit);
    } catch (StoreUnavailableException | FencedException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new RefusedException(e);
    }
    answered();
    entry.stored();
  }

  private void append(GroupCommitStore groups, StepCommit commit, Entry entry) {
    long number;
    try {
      number = groups.append(commit);
    } catch (StoreUnavailableException | FencedException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new RefusedException(e);
    }
    answered();
    if (appended.isEmpty()) {
      firstAppended = number;
    }
    appended.add(entry);
  }

  private void answered() {
    if (failures > 0) {
      failures = 0;
      observer.tell(RuntimeObserver::storeBack);
    }
  }

  /**
   * Counts a store that is away, to be tried again.
   *
   * @throws IllegalStateException if it will never be back
   */
  private void wentAway(StoreUnavailableException cause) {
    RuntimeException failure = group == null ? null : group.failure();
    if (failure != null) {
      throw new IllegalStateException("the store can make nothing durable any more", failure);
    }
    failures++;
    retryAt = clock.instant().plus(retry.pauseAfter(failures));
    if (failures == 1) {
      observer.tell(watcher -> watcher.storeAway(cause));
    }
  }

  private record Pending(StepCommit commit, Entry entry) {}

  /** Tells what the store threw apart from what an entry throws when it is told. */
  static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final RuntimeException reason;

    RefusedException(RuntimeException reason) {
      super(reason);
      this.reason = reason;
    }
  }
}

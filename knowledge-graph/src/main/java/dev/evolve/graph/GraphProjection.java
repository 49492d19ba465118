package dev.evolve.graph;

import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.ImpactStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits for the graph, and one bounded turn that projects some of it. Owns no thread: {@link
 * #offer} is called by the feed's, {@link #turn} by the projector's.
 *
 * <p>Moves: following → retrying, by a store that is away; retrying → following, by a turn that
 * succeeds; a partition → stalled, by an event that cannot be projected. {@link #reset} forgets all
 * of it.
 */
final class GraphProjection {

  private static final Logger LOG = LoggerFactory.getLogger(GraphProjection.class);

  private final ImpactStore store;
  private final ProjectorLimits limits;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final TreeMap<Integer, PartitionQueue> partitions = new TreeMap<>();
  private int waiting;
  private int generation;
  private boolean open = true;
  private long arrivals;
  private int failures;
  private String problem = "";
  private Instant retryAt = Instant.MIN;
  private long projected;
  private int lastPartition = Integer.MIN_VALUE;

  GraphProjection(ImpactStore store, ProjectorLimits limits, InstantSource clock) {
    this.store = store;
    this.limits = limits;
    this.clock = clock;
  }

  /** The number of the present run; events of an older one are ignored. */
  int generation() {
    return locked(() -> generation);
  }

  /** Takes an event; waits while too many wait already. */
  void offer(int ofGeneration, int partition, long offset, RecordedEvent event)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (isCurrent(ofGeneration) && waiting >= limits.eventsWaiting()) {
        changed.await();
      }
      if (isCurrent(ofGeneration) && queue(partition).offer(offset, event, clock.instant())) {
        waiting++;
        arrivals++;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isCurrent(int ofGeneration) {
    return open && ofGeneration == generation;
  }

  private PartitionQueue queue(int partition) {
    return partitions.computeIfAbsent(partition, p -> new PartitionQueue(0));
  }

  /**
   * Projects the next batch if one is due.
   *
   * @return how long until something is due
   */
  Duration turn() {
    Work work = locked(this::nextWork);
    if (work != null) {
      perform(work);
    }
    return locked(this::untilDue);
  }

  /** A number that grows whenever there is something new to do. */
  long arrivals() {
    return locked(() -> arrivals);
  }

  /** Waits until there is more to do than there was, at most so long. */
  void await(long seenArrivals, Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = atMost.toNanos();
      while (open && arrivals == seenArrivals && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private record Work(int partition, List<PartitionQueue.Waiting> batch) {}

  /** The partitions take turns, from the one after the last. */
  private @Nullable Work nextWork() {
    Instant now = clock.instant();
    if (now.isBefore(retryAt)) {
      return null;
    }
    Work next = firstDue(partitions.tailMap(lastPartition, false), now);
    return next != null ? next : firstDue(partitions.headMap(lastPartition, true), now);
  }

  private @Nullable Work firstDue(Map<Integer, PartitionQueue> among, Instant now) {
    for (Map.Entry<Integer, PartitionQueue> entry : among.entrySet()) {
      Instant due = entry.getValue().due(limits.eventsPerBatch(), limits.batchAge());
      if (due != null && !due.isAfter(now)) {
        return new Work(entry.getKey(), entry.getValue().batch(limits.eventsPerBatch()));
      }
    }
    return null;
  }

  private void perform(Work work) {
    try {
      project(work.partition(), work.batch());
      recovered();
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  private void project(int partition, List<PartitionQueue.Waiting> batch) {
    try {
      projectAll(partition, batch);
    } catch (UnprojectableEventException e) {
      projectAll(partition, before(e.eventId(), batch));
      stall(partition, e);
    }
  }

  private static List<PartitionQueue.Waiting> before(
      String eventId, List<PartitionQueue.Waiting> batch) {
    return batch.stream().takeWhile(waiting -> !eventId.equals(waiting.event().id())).toList();
  }

  private void projectAll(int partition, List<PartitionQueue.Waiting> batch) {
    if (batch.isEmpty()) {
      return;
    }
    store.project(
        partition,
        batch.getLast().offset() + 1,
        batch.stream().map(PartitionQueue.Waiting::event).toList());
    locked(
        () -> {
          queue(partition).projected(batch);
          waiting -= batch.size();
          projected += batch.size();
          lastPartition = partition;
          changed.signalAll();
          return projected;
        });
  }

  private void stall(int partition, UnprojectableEventException e) {
    LOG.error("partition {} of the log is no longer projected: {}", partition, e.getMessage(), e);
    locked(
        () -> {
          waiting -= queue(partition).stall(String.valueOf(e.getMessage()));
          changed.signalAll();
          return waiting;
        });
  }

  private boolean succeeded() {
    if (failures > 0) {
      LOG.info("the graph answers again after {} failures", failures);
    }
    failures = 0;
    problem = "";
    retryAt = Instant.MIN;
    return true;
  }

  /** Whatever it was, the log keeps the events: wait longer each time, and try again. */
  void failed(RuntimeException e) {
    locked(
        () -> {
          failures++;
          problem = String.valueOf(e.getMessage());
          Duration wait = limits.retryAfter(failures);
          retryAt = clock.instant().plus(wait);
          report(e, wait);
          return failures;
        });
  }

  private void report(RuntimeException e, Duration wait) {
    boolean expected = e instanceof EvolveException;
    if (failures == 1 || !expected) {
      LOG.warn("projection failed, next try in {}: {}", wait, problem, expected ? null : e);
    }
  }

  private Duration untilDue() {
    Instant now = clock.instant();
    Instant due = null;
    for (PartitionQueue queue : partitions.values()) {
      Instant ofQueue = queue.due(limits.eventsPerBatch(), limits.batchAge());
      if (ofQueue != null && (due == null || ofQueue.isBefore(due))) {
        due = ofQueue;
      }
    }
    if (due == null) {
      return limits.longestRetry();
    }
    Duration left = Duration.between(now, due.isBefore(retryAt) ? retryAt : due);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** How long until a failed try may be repeated. */
  Duration untilRetry() {
    return locked(
        () -> {
          Instant now = clock.instant();
          return now.isBefore(retryAt) ? Duration.between(now, retryAt) : Duration.ZERO;
        });
  }

  /**
   * Begins a new run: forgets what waits; events of older runs no longer count.
   *
   * @param positions where the graph is
   * @return the number of the run
   */
  int reset(Map<Integer, Long> positions) {
    return locked(
        () -> {
          generation++;
          partitions.clear();
          positions.forEach((number, next) -> partitions.put(number, new PartitionQueue(next)));
          waiting = 0;
          changed.signalAll();
          return generation;
        });
  }

  void close() {
    locked(
        () -> {
          open = false;
          changed.signalAll();
          return open;
        });
  }

  /** Wakes the projector. */
  void wake() {
    locked(
        () -> {
          arrivals++;
          changed.signalAll();
          return arrivals;
        });
  }

  /** What failed before works again. */
  void recovered() {
    locked(this::succeeded);
  }

  boolean isOpen() {
    return locked(() -> open);
  }

  boolean isIdle() {
    return locked(() -> waiting == 0);
  }

  ProjectionStatus status(boolean rebuilding) {
    return locked(
        () -> {
          Instant now = clock.instant();
          TreeMap<Integer, ProjectionStatus.Partition> all = new TreeMap<>();
          partitions.forEach((number, queue) -> all.put(number, queue.status(now)));
          return new ProjectionStatus(state(rebuilding), firstProblem(), projected, all);
        });
  }

  private ProjectionStatus.State state(boolean rebuilding) {
    if (!open) {
      return ProjectionStatus.State.CLOSED;
    }
    if (failures > 0) {
      return ProjectionStatus.State.RETRYING;
    }
    if (rebuilding) {
      return ProjectionStatus.State.REBUILDING;
    }
    boolean stalled = partitions.values().stream().anyMatch(PartitionQueue::isStalled);
    return stalled ? ProjectionStatus.State.STALLED : ProjectionStatus.State.FOLLOWING;
  }

  private String firstProblem() {
    return problem.isEmpty()
        ? partitions.values().stream()
            .map(PartitionQueue::problem)
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse("")
        : problem;
  }

  private <T extends @Nullable Object> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}

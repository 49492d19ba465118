package dev.evolve.graph;

import dev.evolve.event.RecordedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;

/** The events of one partition that wait for the graph. Guarded by its owner's lock. */
final class PartitionQueue {

  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private long nextOffset;
  private long newestOffset;
  private String problem = "";

  /**
   * @param nextOffset where the graph is
   */
  PartitionQueue(long nextOffset) {
    this.nextOffset = nextOffset;
    this.newestOffset = nextOffset - 1;
  }

  /**
   * An event at its place in the log.
   *
   * @param offset its offset
   * @param event the event
   * @param since when it was delivered
   */
  record Waiting(long offset, RecordedEvent event, Instant since) {}

  /** Takes an event, unless it is projected already or stands behind one that cannot be. */
  boolean offer(long offset, RecordedEvent event, Instant now) {
    newestOffset = Math.max(newestOffset, offset);
    if (isStalled() || offset < nextOffset) {
      return false;
    }
    return waiting.add(new Waiting(offset, event, now));
  }

  /** The next batch: what waits, up to the limit. */
  List<Waiting> batch(int limit) {
    return waiting.stream().limit(limit).toList();
  }

  /** Takes away what was projected. */
  void projected(List<Waiting> batch) {
    batch.forEach(event -> waiting.remove());
    nextOffset = batch.getLast().offset() + 1;
  }

  /**
   * Stands still at the event that comes next; everything is in the log for another time.
   *
   * @return how many events were dropped
   */
  int stall(String why) {
    problem = why;
    int dropped = waiting.size();
    waiting.clear();
    return dropped;
  }

  boolean isStalled() {
    return !problem.isEmpty();
  }

  String problem() {
    return problem;
  }

  /** When the next batch is due; null if nothing waits. */
  @org.jspecify.annotations.Nullable
  Instant due(int fullAt, Duration age) {
    Waiting oldest = waiting.peek();
    if (oldest == null) {
      return null;
    }
    return waiting.size() >= fullAt ? oldest.since() : oldest.since().plus(age);
  }

  ProjectionStatus.Partition status(Instant now) {
    Waiting oldest = waiting.peek();
    Duration waited = oldest == null ? Duration.ZERO : Duration.between(oldest.since(), now);
    long lag = newestOffset + 1 - nextOffset;
    return new ProjectionStatus.Partition(nextOffset, newestOffset, lag, waited, problem);
  }
}

package dev.evolve.graph;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far the graph is behind the log.
 *
 * @param state what the projector does
 * @param problem what stands in its way; empty if nothing does
 * @param projected events projected since the start
 * @param partitions each partition that events came from
 */
public record ProjectionStatus(
    State state, String problem, long projected, SortedMap<Integer, Partition> partitions) {

  public ProjectionStatus {
    partitions = Collections.unmodifiableSortedMap(new TreeMap<>(partitions));
  }

  /** Events that were delivered and are not in the graph yet. */
  public long lag() {
    return partitions.values().stream().mapToLong(Partition::lag).sum();
  }

  /** What a projector does. */
  public enum State {
    /** Projects what comes. */
    FOLLOWING,
    /** Waits to try again, since the graph or the log is away. */
    RETRYING,
    /** Drops the graph to make it again. */
    REBUILDING,
    /** Follows, but one partition or more stands still at an event that cannot be projected. */
    STALLED,
    /** Does nothing any more. */
    CLOSED
  }

  /**
   * A partition of the log.
   *
   * @param nextOffset offset of the next event to project
   * @param newestOffset offset of the newest event that was delivered
   * @param lag offsets between the two
   * @param waited how long the oldest event that waits has waited
   * @param problem why the partition stands still; empty if it does not
   */
  public record Partition(
      long nextOffset, long newestOffset, long lag, Duration waited, String problem) {}
}

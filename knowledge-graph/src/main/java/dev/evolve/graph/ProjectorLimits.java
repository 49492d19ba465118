package dev.evolve.graph;

import java.time.Duration;

/**
 * How the projector batches and how patient it is.
 *
 * @param eventsPerBatch most events in a batch
 * @param batchAge how long an event waits for others to share its batch
 * @param eventsWaiting most events that wait in all; the feed waits beyond
 * @param firstRetry wait before a failed batch is tried again; doubles with each failure
 * @param longestRetry the longest such wait
 * @param closing how long closing waits for the batch that is being written
 */
public record ProjectorLimits(
    int eventsPerBatch,
    Duration batchAge,
    int eventsWaiting,
    Duration firstRetry,
    Duration longestRetry,
    Duration closing) {

  /** What the application uses. */
  public static final ProjectorLimits STANDARD =
      new ProjectorLimits(
          500,
          Duration.ofMillis(100),
          5_000,
          Duration.ofMillis(200),
          Duration.ofSeconds(15),
          Duration.ofSeconds(20));

  public ProjectorLimits {
    if (eventsPerBatch < 1 || eventsWaiting < eventsPerBatch) {
      throw new IllegalArgumentException(
          "a batch needs at least one event and room to wait, found "
              + eventsPerBatch
              + " and "
              + eventsWaiting);
    }
    if (firstRetry.isNegative() || firstRetry.isZero() || longestRetry.compareTo(firstRetry) < 0) {
      throw new IllegalArgumentException(
          "retries need a wait above zero that may grow, found "
              + firstRetry
              + " and "
              + longestRetry);
    }
  }

  /** The wait after so many failures in a row, from 1. */
  Duration retryAfter(int failures) {
    int doublings = Math.min(failures - 1, 20);
    Duration wait = firstRetry.multipliedBy(1L << doublings);
    return wait.compareTo(longestRetry) < 0 ? wait : longestRetry;
  }
}

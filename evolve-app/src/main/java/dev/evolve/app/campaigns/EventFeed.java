package dev.evolve.app.campaigns;

import dev.evolve.event.RecordedEvent;

/** The log of record as it grows: everything from the beginning, then what comes. */
public interface EventFeed {

  /**
   * Follows the log. The listener gets every event from the first one on, in the order of each
   * partition, one at a time; those already in the log before those to come.
   *
   * @return closes the subscription
   */
  AutoCloseable follow(Listener listener);

  /** Takes events. */
  interface Listener {

    /** One event, at its place in the log. */
    void recorded(int partition, long offset, RecordedEvent event);

    /** Everything that was in the log when the subscription began has been delivered. */
    default void caughtUp() {}
  }
}

package dev.evolve.canary.time;

import java.time.Duration;

/** A clock for latencies and pauses: it only goes forward and knows no time of day. */
public interface MonotonicClock {

  /** Nanoseconds since some moment. */
  long nanoTime();

  /** Waits until {@link #nanoTime()} has reached a value; returns at once if it has. */
  void sleepUntil(long nanoTime) throws InterruptedException;

  /** Waits for some time. */
  default void sleep(Duration duration) throws InterruptedException {
    sleepUntil(nanoTime() + duration.toNanos());
  }
}

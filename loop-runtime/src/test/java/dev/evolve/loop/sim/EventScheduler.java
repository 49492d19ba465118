package dev.evolve.loop.sim;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Runs events in the order of their time and, at the same time, of their number. */
public final class EventScheduler {

  private final SimulatedTime time;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::at).thenComparingLong(Event::number));
  private long scheduled;

  /**
   * @param time is moved on to each event
   */
  public EventScheduler(SimulatedTime time) {
    this.time = time;
  }

  /** Schedules an event after a delay. */
  public void after(Duration delay, Runnable action) {
    at(time.instant().plus(delay), action);
  }

  /** Schedules an event for a time, or for now if that has passed. */
  public void at(Instant then, Runnable action) {
    Instant now = time.instant();
    events.add(new Event(then.isBefore(now) ? now : then, scheduled++, action));
  }

  /** Moves on to the next event and runs it; false if there is none. */
  public boolean runNext() {
    Event next = events.poll();
    if (next == null) {
      return false;
    }
    time.advanceTo(next.at());
    next.action().run();
    return true;
  }

  private record Event(Instant at, long number, Runnable action) {}
}

package dev.evolve.graph;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A log in memory that is followed on a thread for each follower, as the real one. */
final class FakeEventSource implements GraphProjector.EventSource {

  private static final long IDLE_NANOS = 1_000_000;

  final List<RecordedEvent> events = new CopyOnWriteArrayList<>();
  final AtomicInteger follows = new AtomicInteger();
  volatile boolean away;

  @Override
  public AutoCloseable follow(
      SortedMap<Integer, Long> from, GraphProjector.EventListener listener) {
    follows.incrementAndGet();
    if (away) {
      throw new EvolveException(ErrorCode.LOG_UNAVAILABLE, "the log is away");
    }
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(() -> deliver(from.getOrDefault(0, 0L).intValue(), listener));
    return () -> {
      thread.interrupt();
      thread.join();
    };
  }

  private void deliver(int from, GraphProjector.EventListener listener) {
    int next = from;
    while (!Thread.currentThread().isInterrupted()) {
      if (next < events.size()) {
        listener.onEvent(0, next, events.get(next));
        next++;
      } else {
        LockSupport.parkNanos(IDLE_NANOS);
      }
    }
  }
}

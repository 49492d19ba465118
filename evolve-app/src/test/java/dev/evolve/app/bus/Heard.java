package dev.evolve.app.bus;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.event.RecordedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What a follower of the log has heard of one loop. */
final class Heard implements EventFeed.Listener {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  final CompletableFuture<Integer> eventsWhenCaughtUp = new CompletableFuture<>();
  private final String loopId;
  private final List<RecordedEvent> events = new ArrayList<>();
  private long lastOffset = -1;

  Heard(String loopId) {
    this.loopId = loopId;
  }

  @Override
  public synchronized void recorded(int partition, long offset, RecordedEvent event) {
    if (event.loopId().equals(loopId)) {
      events.add(event);
      lastOffset = offset;
    }
  }

  @Override
  public synchronized void caughtUp() {
    if (!eventsWhenCaughtUp.complete(events.size())) {
      throw new IllegalStateException("caught up twice");
    }
  }

  synchronized List<Long> sequences() {
    return events.stream().map(RecordedEvent::sequence).toList();
  }

  synchronized long lastOffset() {
    return lastOffset;
  }

  void await(int count) throws InterruptedException {
    waitFor(() -> sequences().size() >= count, count + " events");
  }

  /** Waits until something holds. */
  static void waitFor(BooleanSupplier holds, String what) throws InterruptedException {
    long start = System.nanoTime();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - start > LIMIT_NANOS) {
        throw new AssertionError("waited too long for " + what);
      }
      Thread.sleep(20);
    }
  }
}

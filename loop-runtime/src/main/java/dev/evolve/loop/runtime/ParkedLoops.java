package dev.evolve.loop.runtime;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Loops that wait without a thread, with their deadlines in the order of time. A loop without a
 * deadline costs nothing here but being counted.
 */
final class ParkedLoops {

  private final TreeSet<Deadline> deadlines =
      new TreeSet<>(Comparator.comparing(Deadline::at).thenComparingLong(Deadline::number));
  private long parkings;
  private int size;

  int size() {
    return size;
  }

  /** Parks a loop until it is taken out, or until {@code until} if that is not null. */
  void park(DrivenLoop<?> loop, @Nullable Instant until) {
    size++;
    loop.setWaiting(true);
    if (until != null) {
      Deadline deadline = new Deadline(until, parkings++, loop);
      loop.setDeadline(deadline);
      deadlines.add(deadline);
    }
  }

  void remove(DrivenLoop<?> loop) {
    if (!loop.isWaiting()) {
      return;
    }
    size--;
    loop.setWaiting(false);
    Deadline deadline = loop.deadline();
    if (deadline != null) {
      deadlines.remove(deadline);
      loop.setDeadline(null);
    }
  }

  /** Takes out the loops whose deadline has passed, earliest first. */
  List<DrivenLoop<?>> takeDue(Instant now) {
    List<DrivenLoop<?>> due = new ArrayList<>();
    while (!deadlines.isEmpty() && !deadlines.first().at().isAfter(now)) {
      DrivenLoop<?> loop = deadlines.first().loop();
      remove(loop);
      due.add(loop);
    }
    return due;
  }

  @Nullable Instant nextDeadline() {
    return deadlines.isEmpty() ? null : deadlines.first().at();
  }

  /**
   * When a loop is to be woken.
   *
   * @param number tells those of the same time apart, in the order in which they were parked
   */
  record Deadline(Instant at, long number, DrivenLoop<?> loop) {}
}

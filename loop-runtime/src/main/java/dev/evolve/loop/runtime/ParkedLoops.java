package dev.evolve.loop.runtime;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Loops that wait without a thread, with their deadlines in the order of time. */
final class ParkedLoops {

  private final Map<DrivenLoop<?>, Deadline> parked = new HashMap<>();
  private final TreeSet<Deadline> deadlines =
      new TreeSet<>(
          Comparator.comparing(Deadline::at, Comparator.nullsLast(Comparator.naturalOrder()))
              .thenComparingLong(Deadline::number));
  private long parkings;

  int size() {
    return parked.size();
  }

  /** Parks a loop until it is taken out, or until {@code until} if that is not null. */
  void park(DrivenLoop<?> loop, @Nullable Instant until) {
    Deadline deadline = new Deadline(until, parkings++, loop);
    parked.put(loop, deadline);
    if (until != null) {
      deadlines.add(deadline);
    }
  }

  void remove(DrivenLoop<?> loop) {
    Deadline deadline = parked.remove(loop);
    if (deadline != null && deadline.at() != null) {
      deadlines.remove(deadline);
    }
  }

  /** Takes out the loops whose deadline has passed, earliest first. */
  List<DrivenLoop<?>> takeDue(Instant now) {
    List<DrivenLoop<?>> due = new ArrayList<>();
    for (Instant next = nextDeadline(); next != null && !next.isAfter(now); next = nextDeadline()) {
      DrivenLoop<?> loop = deadlines.first().loop();
      remove(loop);
      due.add(loop);
    }
    return due;
  }

  @Nullable Instant nextDeadline() {
    return deadlines.isEmpty() ? null : deadlines.first().at();
  }

  private record Deadline(@Nullable Instant at, long number, DrivenLoop<?> loop) {}
}

package dev.evolve.loop.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Loops that wait for a reservation: higher priority first, then first come first served per
 * resource. What an earlier one waits for is not given to a later one, while a later one that needs
 * nothing of it goes ahead. Each reservation is taken whole and nothing is held while waiting, so
 * nobody deadlocks, and the first in line is always next, so nobody of the highest priority
 * starves.
 */
final class WaitLine {

  private static final Comparator<Place> ORDER =
      Comparator.comparingInt(Place::priority).reversed().thenComparingLong(Place::number);

  private final Ledger used;
  private final int scanned;
  private final TreeMap<Place, Waiter> line = new TreeMap<>(ORDER);
  private final Map<DrivenLoop<?>, Place> places = new HashMap<>();
  private long entered;
  private boolean stale;

  WaitLine(ResourceNames names, int scanned) {
    this.used = new Ledger(names);
    this.scanned = scanned;
  }

  Ledger used() {
    return used;
  }

  int size() {
    return line.size();
  }

  /** Reserves now, or puts the loop in line and answers false; {@link #grant} looks at the line. */
  boolean enter(DrivenLoop<?> loop, Needs needs) {
    if (line.isEmpty() && used.fits(needs)) {
      used.take(needs);
      return true;
    }
    Place place = new Place(loop.priority(), entered++);
    line.put(place, new Waiter(loop, needs));
    places.put(loop, place);
    stale |= line.size() > 1;
    return false;
  }

  /** Whether the first in line has a higher priority than that. */
  boolean hasAbove(int priority) {
    return !line.isEmpty() && line.firstKey().priority() > priority;
  }

  /** Those of a higher priority than that, in order, no more than are looked at in a turn. */
  List<DrivenLoop<?>> above(int priority) {
    List<DrivenLoop<?>> found = new ArrayList<>();
    for (Map.Entry<Place, Waiter> entry : line.entrySet()) {
      if (entry.getKey().priority() <= priority || found.size() == scanned) {
        break;
      }
      found.add(entry.getValue().loop());
    }
    return found;
  }

  /** Takes a loop out of the line. */
  void withdraw(DrivenLoop<?> loop) {
    Place place = line.isEmpty() ? null : places.remove(loop);
    if (place != null) {
      line.remove(place);
      stale = true;
    }
  }

  /** Whether somebody in line might be served now. */
  boolean mayGrant() {
    return stale && !line.isEmpty();
  }

  /** Gives a reservation back. */
  void release(Needs needs) {
    used.release(needs);
    stale = true;
  }

  /** Reserves for those in line that now fit, in order, and takes them out of it. */
  List<DrivenLoop<?>> grant() {
    if (!mayGrant()) {
      return List.of();
    }
    stale = false;
    List<DrivenLoop<?>> granted = new ArrayList<>();
    Ledger ahead = used.copy();
    Iterator<Waiter> waiting = line.values().iterator();
    for (int i = 0; i < scanned && waiting.hasNext(); i++) {
      Waiter waiter = waiting.next();
      boolean fits = ahead.fits(waiter.needs());
      ahead.take(waiter.needs());
      if (fits) {
        used.take(waiter.needs());
        granted.add(waiter.loop());
        places.remove(waiter.loop());
        waiting.remove();
      }
    }
    // Those behind the ones that were looked at have moved up.
    stale = !granted.isEmpty() && waiting.hasNext();
    return granted;
  }

  private record Place(int priority, long number) {}

  private record Waiter(DrivenLoop<?> loop, Needs needs) {}
}

package dev.evolve.loop.runtime;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loops that wait for a reservation, first come first served per resource: what an earlier one
 * waits for is not given to a later one, while a later one that needs nothing of it goes ahead.
 * Each reservation is taken whole and nothing is held while waiting, so nobody deadlocks, and the
 * first in line is always next, so nobody starves.
 */
final class WaitLine {

  private final Ledger used;

  /** What is used plus what everybody in line waits for. */
  private final Ledger claimed;

  private final int scanned;
  private final Map<DrivenLoop<?>, Needs> line = new LinkedHashMap<>();
  private boolean stale;

  WaitLine(Map<String, Long> capacity, int scanned) {
    this.used = new Ledger(capacity);
    this.claimed = new Ledger(capacity);
    this.scanned = scanned;
  }

  Ledger used() {
    return used;
  }

  int size() {
    return line.size();
  }

  /** Reserves now, or puts the loop in line and answers false. */
  boolean enter(DrivenLoop<?> loop, Needs needs) {
    boolean free = claimed.fits(needs);
    claimed.take(needs);
    if (free) {
      used.take(needs);
    } else {
      line.put(loop, needs);
    }
    return free;
  }

  /** Takes a loop out of the line. */
  void withdraw(DrivenLoop<?> loop) {
    Needs needs = line.remove(loop);
    if (needs != null) {
      claimed.release(needs);
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
    claimed.release(needs);
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
    Iterator<Map.Entry<DrivenLoop<?>, Needs>> waiting = line.entrySet().iterator();
    for (int i = 0; i < scanned && waiting.hasNext(); i++) {
      Map.Entry<DrivenLoop<?>, Needs> entry = waiting.next();
      boolean fits = ahead.fits(entry.getValue());
      ahead.take(entry.getValue());
      if (fits) {
        used.take(entry.getValue());
        granted.add(entry.getKey());
        waiting.remove();
      }
    }
    return granted;
  }
}

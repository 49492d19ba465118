package dev.evolve.loop.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes room for a loop of higher priority: picks running loops of lower priority that give back
 * what they hold at their next boundary and queue again. The lowest priority goes first; among
 * equals the one that loses the least work.
 */
final class Preemption {

  private static final Comparator<DrivenLoop<?>> CHEAPEST =
      Comparator.<DrivenLoop<?>>comparingInt(DrivenLoop::priority)
          .thenComparingLong(DrivenLoop::stepsSinceAdmission);

  private final LiveLoops live;
  private final Admission admission;
  private final Set<DrivenLoop<?>> yielding = new HashSet<>();

  Preemption(LiveLoops live, Admission admission) {
    this.live = live;
    this.admission = admission;
  }

  /** Asks others to yield to a loop that waits for admission; nobody if that would not help. */
  void makeRoomFor(DrivenLoop<?> loop) {
    List<DrivenLoop<?>> candidates = candidates(loop);
    if (candidates.isEmpty()) {
      return;
    }
    Ledger left = admission.usedWithout(yielding);
    admission.takeAhead(loop, left);
    List<DrivenLoop<?>> chosen = new ArrayList<>();
    for (DrivenLoop<?> candidate : candidates) {
      if (left.fits(loop.needs())) {
        break;
      }
      left.release(candidate.needs());
      chosen.add(candidate);
    }
    if (left.fits(loop.needs())) {
      yielding.addAll(chosen);
    }
  }

  private List<DrivenLoop<?>> candidates(DrivenLoop<?> loop) {
    List<DrivenLoop<?>> found = new ArrayList<>();
    for (DrivenLoop<?> other : live.each()) {
      if (other.priority() < loop.priority()
          && canYield(other)
          && Ledger.share(loop.needs(), other.needs())) {
        found.add(other);
      }
    }
    found.sort(CHEAPEST);
    return found;
  }

  private boolean canYield(DrivenLoop<?> loop) {
    return loop.isAdmitted()
        && !yielding.contains(loop)
        && switch (loop.phase()) {
          case READY, RESERVING, EXECUTING, COMMITTING -> true;
          case ACCEPTING, QUEUED, PARKED, ENDING, ENDED -> false;
        };
  }

  /** Whether a loop at its boundary is to give back what it holds; it is asked once. */
  boolean yields(DrivenLoop<?> loop) {
    return !yielding.isEmpty() && yielding.remove(loop);
  }

  /** A loop has ended or waits: what it holds is given back or stays with it. */
  void forget(DrivenLoop<?> loop) {
    if (!yielding.isEmpty()) {
      yielding.remove(loop);
    }
  }
}

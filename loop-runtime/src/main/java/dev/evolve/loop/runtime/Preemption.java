package dev.evolve.loop.runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes room for loops of higher priority: picks running loops of lower priority that give back
 * what they hold at their next boundary and queue again. The lowest priority goes first; among
 * equals the one that loses the least work.
 */
final class Preemption {

  private static final Comparator<DrivenLoop<?>> CHEAPEST =
      Comparator.<DrivenLoop<?>>comparingInt(DrivenLoop::priority)
          .thenComparingLong(DrivenLoop::stepsSinceAdmission);

  private final LiveLoops live;
  private final Admission admission;
  private final Freezes freezes;
  private final Set<DrivenLoop<?>> yielding = new HashSet<>();
  private boolean due;

  Preemption(LiveLoops live, Admission admission, Freezes freezes) {
    this.live = live;
    this.admission = admission;
    this.freezes = freezes;
  }

  /** A loop waits for admission. */
  void queued(DrivenLoop<?> loop) {
    due |= admission.isAdmittedBelow(loop.priority());
  }

  /** A loop that was parked can yield again. */
  void woken(DrivenLoop<?> loop) {
    due |= admission.isQueuedAbove(loop.priority());
  }

  /** Whether {@link #makeRoom} might find somebody to ask. */
  boolean isDue() {
    return due;
  }

  /**
   * Asks others to yield to those that wait, for the first in line first; nobody where that would
   * not help. Whoever was asked before and is not needed any more goes on.
   *
   * @return who is asked
   */
  List<DrivenLoop<?>> makeRoom() {
    due = false;
    yielding.clear();
    List<DrivenLoop<?>> asked = new ArrayList<>();
    List<DrivenLoop<?>> waiting = admission.queuedAboveAdmitted();
    if (waiting.isEmpty()) {
      return asked;
    }
    List<DrivenLoop<?>> candidates = candidates(waiting.getFirst().priority());
    Ledger left = admission.used();
    for (DrivenLoop<?> loop : waiting) {
      List<DrivenLoop<?>> chosen = choose(loop, candidates, left);
      candidates.removeAll(chosen);
      yielding.addAll(chosen);
      asked.addAll(chosen);
      left.take(loop.needs());
    }
    return asked;
  }

  private List<DrivenLoop<?>> candidates(int below) {
    List<DrivenLoop<?>> found = new ArrayList<>();
    for (DrivenLoop<?> other : live.each()) {
      if (other.priority() < below && canYield(other)) {
        found.add(other);
      }
    }
    found.sort(CHEAPEST);
    return found;
  }

  private boolean canYield(DrivenLoop<?> loop) {
    return loop.isAdmitted()
        && switch (loop.phase()) {
          case READY, EXECUTING, COMMITTING -> true;
          case RESERVING -> !freezes.holdsWoken(loop);
          case ACCEPTING, QUEUED, PARKED, ENDING, ENDED -> false;
        };
  }

  /** Picks those whose leaving makes a loop fit and takes them off; nobody if it would not. */
  private static List<DrivenLoop<?>> choose(
      DrivenLoop<?> loop, List<DrivenLoop<?>> candidates, Ledger left) {
    List<DrivenLoop<?>> chosen = new ArrayList<>();
    for (DrivenLoop<?> candidate : candidates) {
      if (left.fits(loop.needs()) || candidate.priority() >= loop.priority()) {
        break;
      }
      if (Ledger.share(loop.needs(), candidate.needs())) {
        left.release(candidate.needs());
        chosen.add(candidate);
      }
    }
    boolean helps = left.fits(loop.needs());
    chosen.removeIf(candidate -> isSpared(candidate, loop, left, helps));
    return chosen;
  }

  /** Takes back what a candidate would have given, if the loop does not need it. */
  private static boolean isSpared(
      DrivenLoop<?> candidate, DrivenLoop<?> loop, Ledger left, boolean helps) {
    left.take(candidate.needs());
    if (helps && !left.fits(loop.needs())) {
      left.release(candidate.needs());
      return false;
    }
    return true;
  }

  /** Whether a loop at its boundary is to give back what it holds. */
  boolean isAsked(DrivenLoop<?> loop) {
    return !yielding.isEmpty() && yielding.contains(loop);
  }

  /** A loop holds nothing any more and waits for nothing: perhaps others need not yield now. */
  void forget(DrivenLoop<?> loop) {
    if (!yielding.isEmpty()) {
      yielding.remove(loop);
      due = true;
    }
  }
}

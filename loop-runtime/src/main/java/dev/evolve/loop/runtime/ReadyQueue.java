package dev.evolve.loop.runtime;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is: deficit round robin over the loops that are at a boundary (M. Shreedhar and G.
 * Varghese, "Efficient Fair Queuing Using Deficit Round-Robin", SIGCOMM 1995). Each round gives
 * every loop the same credit; a step is taken from it by its work units, and a loop whose credit
 * does not cover its next step waits for the next round. A round ends when nobody in it can go on,
 * so nothing idles, and loops that come during a round wait for the next, so nobody starves.
 *
 * <p>A round's credit is half of the largest step seen, so that a loop of the costliest steps rests
 * one round between two of them at most.
 */
final class ReadyQueue {

  private static final long MOST_COST = 1L << 40;

  /** Of a loop that has just come. */
  static final int NO_ROUND = -1;

  /** Rounds whose credit a loop may save, so that slow steps do not make for a rush later. */
  private static final int MOST_ROUNDS_KEPT = 4;

  private ArrayDeque<DrivenLoop<?>> current = new ArrayDeque<>();
  private ArrayDeque<DrivenLoop<?>> next = new ArrayDeque<>();
  private int round;
  private long credit = 1;

  boolean isEmpty() {
    return current.isEmpty() && next.isEmpty();
  }

  int size() {
    return current.size() + next.size();
  }

  /** Number of the round under way. */
  int round() {
    return round;
  }

  /**
   * Puts a loop that is at a boundary in line: of this round if it has credit left, or has not had
   * this round's because its step was under way when the round began.
   */
  void add(DrivenLoop<?> loop) {
    if (loop.credit > 0 || (loop.round != NO_ROUND && loop.round != round)) {
      current.add(loop);
    } else {
      next.add(loop);
    }
  }

  /** The next loop to be planned; null if there is none. */
  @Nullable DrivenLoop<?> poll() {
    DrivenLoop<?> loop = current.poll();
    if (loop == null) {
      if (next.isEmpty()) {
        return null;
      }
      ArrayDeque<DrivenLoop<?>> drained = current;
      current = next;
      next = drained;
      round++;
      loop = current.remove();
    }
    if (loop.round != round) {
      loop.round = round;
      loop.credit = Math.min(loop.credit + credit, MOST_ROUNDS_KEPT * credit);
    }
    return loop;
  }

  /** Takes a step's cost from the loop's credit; if that does not cover it, answers false. */
  boolean charge(DrivenLoop<?> loop, long workUnits) {
    long cost = Math.min(workUnits, MOST_COST);
    if (cost > 2 * credit) {
      credit = (cost + 1) / 2;
    }
    if (cost > loop.credit) {
      next.add(loop);
      return false;
    }
    loop.credit -= cost;
    return true;
  }

  /** A loop that leaves the line takes no credit with it. */
  void leave(DrivenLoop<?> loop) {
    loop.credit = 0;
    loop.round = NO_ROUND;
  }
}

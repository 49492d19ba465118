package dev.evolve.loop.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A named lane that takes so many batches at once; steps wait in their buckets for a free place.
 */
final class Pool {

  static final int UNLIMITED = Integer.MAX_VALUE;

  /** A bucket that fuller ones went before so many times is next. */
  private static final int PATIENCE = 2;

  private final int width;
  private final int largest;
  private List<Bucket> waiting = new ArrayList<>();
  private List<Bucket> spare = new ArrayList<>();
  private int batches;

  /**
   * @param width batches at once
   * @param largest steps that a batch takes
   */
  Pool(int width, int largest) {
    this.width = width;
    this.largest = largest;
  }

  boolean isLimited() {
    return width != UNLIMITED;
  }

  /** A bucket has its first step, or some left. */
  void await(Bucket bucket) {
    waiting.add(bucket);
  }

  /** A bucket has lost its last step. */
  void forget(Bucket bucket) {
    waiting.remove(bucket);
  }

  /** Whether a batch could be handed over now. */
  boolean hasRoom() {
    return !waiting.isEmpty() && batches < width;
  }

  /**
   * Takes out the bucket to be handed over: that of the highest priority; of those one that has
   * been passed over {@link #PATIENCE} times, else the fullest, else the oldest. Null if none may
   * go.
   */
  @Nullable Bucket next() {
    if (!hasRoom()) {
      return null;
    }
    int best = 0;
    for (int i = 1; i < waiting.size(); i++) {
      if (isBefore(waiting.get(i), waiting.get(best))) {
        best = i;
      }
    }
    Bucket chosen = waiting.remove(best);
    chosen.passes = 0;
    for (int i = 0; i < best; i++) {
      waiting.get(i).passes++;
    }
    return chosen;
  }

  /** Whether a younger bucket goes before an older one. */
  private boolean isBefore(Bucket younger, Bucket older) {
    if (younger.priority != older.priority) {
      return younger.priority > older.priority;
    }
    if (older.passes >= PATIENCE) {
      return false;
    }
    return Math.min(younger.size(), largest) > Math.min(older.size(), largest);
  }

  /** Takes out all buckets, in order; valid until the next call. */
  List<Bucket> takeAll() {
    List<Bucket> all = waiting;
    spare.clear();
    waiting = spare;
    spare = all;
    return all;
  }

  void batchStarted() {
    batches++;
  }

  void batchEnded() {
    batches--;
  }
}

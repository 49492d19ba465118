package dev.evolve.loop.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A named lane that takes so many batches at once; steps wait in their buckets for a free place.
 */
final class Pool {

  static final int UNLIMITED = Integer.MAX_VALUE;

  private final int width;
  private List<Bucket> waiting = new ArrayList<>();
  private List<Bucket> spare = new ArrayList<>();
  private int batches;

  Pool(int width) {
    this.width = width;
  }

  boolean isLimited() {
    return width != UNLIMITED;
  }

  /** A bucket has its first step, or some left. */
  void await(Bucket bucket) {
    waiting.add(bucket);
  }

  /** Whether a batch could be handed over now. */
  boolean hasRoom() {
    return !waiting.isEmpty() && batches < width;
  }

  /** Takes out the bucket of the highest priority, the oldest of those; null if none may go. */
  @Nullable Bucket next() {
    if (!hasRoom()) {
      return null;
    }
    int best = 0;
    for (int i = 1; i < waiting.size(); i++) {
      if (waiting.get(i).priority > waiting.get(best).priority) {
        best = i;
      }
    }
    return waiting.remove(best);
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

  int batches() {
    return batches;
  }
}

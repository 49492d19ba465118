package dev.evolve.app.serving.http;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Which completions are under way, and whether more are taken. Thread-safe. */
final class ServerState {

  private final Set<Completion> running = new LinkedHashSet<>();
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private boolean isDraining;

  synchronized boolean isDraining() {
    return isDraining;
  }

  /** Whether the completion may begin; false while draining. */
  synchronized boolean begin(Completion completion) {
    return !isDraining && running.add(completion);
  }

  /** The completion's answer is written. */
  void end(Completion completion) {
    boolean isLast;
    synchronized (this) {
      running.remove(completion);
      isLast = isDraining && running.isEmpty();
    }
    if (isLast) {
      drained.complete(null);
    }
  }

  /** Takes no more; the future is done when none is under way. */
  CompletableFuture<Void> drain() {
    boolean isEmpty;
    synchronized (this) {
      isDraining = true;
      isEmpty = running.isEmpty();
    }
    if (isEmpty) {
      drained.complete(null);
    }
    return drained;
  }

  synchronized List<Completion> running() {
    return new ArrayList<>(running);
  }
}

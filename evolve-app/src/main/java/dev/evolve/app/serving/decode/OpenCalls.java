package dev.evolve.app.serving.decode;

import dev.evolve.app.serving.engine.CompletionEnd;
import dev.evolve.app.serving.engine.CompletionListener;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The calls that have not ended: who listens, and which of them run or wait. A call moves from
 * waiting to running when its loop starts, back when it is preempted, and is forgotten when it
 * ends. Thread-safe; no listener is called under the lock.
 */
final class OpenCalls {

  private final int mostWaiting;
  private final Map<String, Call> calls = new LinkedHashMap<>();
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private int running;
  private long promptTokens;
  private long preemptions;
  private boolean isDraining;

  /**
   * @param mostWaiting how many calls may wait
   */
  OpenCalls(int mostWaiting) {
    this.mostWaiting = mostWaiting;
  }

  /** Takes a call, or says why not. */
  synchronized CompletionEnd.@Nullable Refused open(
      String id, int prompt, CompletionListener listener) {
    if (isDraining) {
      return new CompletionEnd.Refused(CompletionEnd.Refusal.DRAINING, "the engine is draining");
    }
    if (calls.size() - running >= mostWaiting) {
      return new CompletionEnd.Refused(
          CompletionEnd.Refusal.BUSY,
          "%d requests wait already, which is the limit; try again later".formatted(mostWaiting));
    }
    calls.put(id, new Call(listener));
    promptTokens += prompt;
    return null;
  }

  synchronized @Nullable CompletionListener listener(String id) {
    Call call = calls.get(id);
    return call == null ? null : call.listener;
  }

  synchronized void started(String id) {
    Call call = calls.get(id);
    if (call != null && !call.isRunning) {
      call.isRunning = true;
      running++;
    }
  }

  synchronized void preempted(String id) {
    Call call = calls.get(id);
    if (call != null && call.isRunning) {
      call.isRunning = false;
      running--;
      preemptions++;
    }
  }

  /** Forgets a call and tells its listener; does nothing if it has ended. */
  void end(String id, CompletionEnd end) {
    Call call;
    boolean isLast;
    synchronized (this) {
      call = calls.remove(id);
      running -= call != null && call.isRunning ? 1 : 0;
      isLast = isDraining && calls.isEmpty();
    }
    if (call != null) {
      call.listener.ended(end);
    }
    if (isLast) {
      drained.complete(null);
    }
  }

  CompletableFuture<Void> drain() {
    boolean isEmpty;
    synchronized (this) {
      isDraining = true;
      isEmpty = calls.isEmpty();
    }
    if (isEmpty) {
      drained.complete(null);
    }
    return drained;
  }

  synchronized Counts counts() {
    return new Counts(running, calls.size() - running, promptTokens, preemptions);
  }

  /** How many calls are in which state, and what was seen of them since the start. */
  record Counts(int running, int waiting, long promptTokens, long preemptions) {}

  private static final class Call {
    private final CompletionListener listener;
    private boolean isRunning;

    Call(CompletionListener listener) {
      this.listener = listener;
    }
  }
}

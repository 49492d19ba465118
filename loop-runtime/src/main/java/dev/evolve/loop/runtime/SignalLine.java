package dev.evolve.loop.runtime;

import dev.evolve.loop.Waiting;
import dev.evolve.loop.runtime.LoopException.NotWaitingException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The signals that wait for one loop, in the order in which they came. */
final class SignalLine {

  private final String loopId;
  private final Queue<PendingSignal> line = new ArrayDeque<>();

  SignalLine(String loopId) {
    this.loopId = loopId;
  }

  int size() {
    return line.size();
  }

  void add(PendingSignal signal) {
    line.add(signal);
  }

  /** The first signal that {@code waiting} names. Those before it are told that nobody waits. */
  @Nullable PendingSignal takeFor(Waiting waiting) {
    for (PendingSignal next = line.poll(); next != null; next = line.poll()) {
      if (waiting.signals().contains(next.signal().name())) {
        return next;
      }
      next.refuse(notWaiting(next, "it waits for " + waiting.signals()));
    }
    return null;
  }

  /** Tells everybody in line that the loop does not wait. */
  void refuseAll(String found) {
    for (PendingSignal next = line.poll(); next != null; next = line.poll()) {
      next.refuse(notWaiting(next, found));
    }
  }

  /** Answers everybody in line with {@code reason}. */
  void refuseAll(Throwable reason) {
    for (PendingSignal next = line.poll(); next != null; next = line.poll()) {
      next.refuse(reason);
    }
  }

  NotWaitingException notWaiting(PendingSignal signal, String found) {
    return new NotWaitingException(
        loopId, loopId + " does not wait for signal " + signal.signal().name() + " now: " + found);
  }
}

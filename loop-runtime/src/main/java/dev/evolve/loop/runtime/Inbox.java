package dev.evolve.loop.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What reaches the runtime, from its own thread and from others; the only part of it that is
 * thread-safe. Commands are bounded and refused when there are too many. Answers of executors are
 * always taken, since there is at most one for each step in flight, so that no executor ever
 * blocks; those that come on the runtime's own thread take no lock.
 */
final class Inbox {

  private final int mostCommands;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Queue<Command> commands = new ArrayDeque<>();
  private ArrayDeque<StepInFlight> answers = new ArrayDeque<>();
  private ArrayDeque<StepInFlight> taken = new ArrayDeque<>();

  /** Answers that were given on the runtime's thread; touched by it only. */
  private final ArrayDeque<StepInFlight> ownAnswers = new ArrayDeque<>();

  private volatile @Nullable Thread owner;
  private volatile boolean hasAnswers;
  private volatile boolean hasCommands;
  private volatile boolean woken;
  private boolean closed;

  Inbox(int mostCommands) {
    this.mostCommands = mostCommands;
  }

  /** Whether a command was taken. */
  enum Offer {
    TAKEN,
    FULL,
    CLOSED
  }

  /** Says which thread is the runtime's. */
  void ownedBy(Thread thread) {
    owner = thread;
  }

  Offer offer(Command command) {
    lock.lock();
    try {
      if (closed) {
        return Offer.CLOSED;
      }
      if (commands.size() >= mostCommands) {
        return Offer.FULL;
      }
      commands.add(command);
      hasCommands = true;
      arrived.signalAll();
      return Offer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  void answer(StepInFlight step) {
    if (Thread.currentThread() == owner) {
      ownAnswers.add(step);
      return;
    }
    lock.lock();
    try {
      if (!closed) {
        answers.add(step);
        if (!hasAnswers) {
          hasAnswers = true;
          arrived.signalAll();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** The next answer, those of the runtime's own thread first; null if there is none. */
  @Nullable StepInFlight pollAnswer() {
    StepInFlight own = ownAnswers.poll();
    if (own != null) {
      return own;
    }
    StepInFlight other = taken.poll();
    if (other == null && hasAnswers) {
      swapAnswers();
      other = taken.poll();
    }
    return other;
  }

  private void swapAnswers() {
    lock.lock();
    try {
      ArrayDeque<StepInFlight> drained = taken;
      taken = answers;
      answers = drained;
      hasAnswers = false;
    } finally {
      lock.unlock();
    }
  }

  List<Command> takeCommands(int most) {
    if (!hasCommands) {
      return List.of();
    }
    lock.lock();
    try {
      List<Command> first = new ArrayList<>(Math.min(most, commands.size()));
      while (first.size() < most && !commands.isEmpty()) {
        first.add(commands.remove());
      }
      hasCommands = !commands.isEmpty();
      return first;
    } finally {
      lock.unlock();
    }
  }

  /** On the runtime's thread. */
  boolean isEmpty() {
    return ownAnswers.isEmpty() && taken.isEmpty() && !hasAnswers && !hasCommands;
  }

  /** Blocks until something arrives, {@link #wake} is called, or the time is over. */
  void await(Duration longest) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = longest.toNanos();
      while (left > 0 && !woken && isEmpty()) {
        left = arrived.awaitNanos(left);
      }
      woken = false;
    } finally {
      lock.unlock();
    }
  }

  /** Ends an {@link #await}, now or the next. */
  void wake() {
    if (woken) {
      return;
    }
    lock.lock();
    try {
      woken = true;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more; gives the commands that nobody will carry out. */
  List<Command> close() {
    lock.lock();
    try {
      closed = true;
      answers.clear();
      hasAnswers = false;
      hasCommands = false;
      List<Command> left = List.copyOf(commands);
      commands.clear();
      return left;
    } finally {
      lock.unlock();
    }
  }

  /** Something to do on the runtime's thread. */
  interface Command {

    void run();

    /** Called instead of {@link #run} when the runtime stops first. */
    void refuse();
  }
}

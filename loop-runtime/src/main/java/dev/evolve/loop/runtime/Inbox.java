package dev.evolve.loop.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What reaches the runtime from other threads; the only part of it that is thread-safe. Commands
 * are bounded and refused when there are too many. Answers of executors are always taken, since
 * there is at most one for each step in flight, so that no executor ever blocks.
 */
final class Inbox {

  private final int mostCommands;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Queue<Command> commands = new ArrayDeque<>();
  private final Queue<Answer> answers = new ArrayDeque<>();
  private boolean woken;
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
      arrived.signalAll();
      return Offer.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  void answer(Answer answer) {
    lock.lock();
    try {
      if (!closed) {
        answers.add(answer);
        arrived.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  List<Answer> takeAnswers(int most) {
    return take(answers, most);
  }

  List<Command> takeCommands(int most) {
    return take(commands, most);
  }

  private <T> List<T> take(Queue<T> queue, int most) {
    lock.lock();
    try {
      if (queue.isEmpty()) {
        return List.of();
      }
      List<T> taken = new ArrayList<>(Math.min(most, queue.size()));
      while (taken.size() < most && !queue.isEmpty()) {
        taken.add(queue.remove());
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return answers.isEmpty() && commands.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Blocks until something arrives, {@link #wake} is called, or the time is over. */
  void await(Duration longest) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = longest.toNanos();
      while (left > 0 && !woken && answers.isEmpty() && commands.isEmpty()) {
        left = arrived.awaitNanos(left);
      }
      woken = false;
    } finally {
      lock.unlock();
    }
  }

  /** Ends an {@link #await}, now or the next. */
  void wake() {
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

  /**
   * What an executor said of a step.
   *
   * @param step the step
   * @param outcome what came of it
   */
  record Answer(StepInFlight step, StepOutcome outcome) {}
}

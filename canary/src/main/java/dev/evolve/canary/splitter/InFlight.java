package dev.evolve.canary.splitter;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Requests that are under way at one place, which can be shut and then waited empty. */
final class InFlight {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition empty = lock.newCondition();
  private int count;
  private boolean shut;

  /** False if the place is shut; otherwise {@link #leave()} must follow. */
  boolean enter() {
    lock.lock();
    try {
      if (shut) {
        return false;
      }
      count++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      count--;
      if (count == 0) {
        empty.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Lets nobody in any more and waits until the last has left; false if time ran out before. */
  boolean shutAndDrain(Duration limit) throws InterruptedException {
    lock.lock();
    try {
      shut = true;
      long left = limit.toNanos();
      while (count > 0 && left > 0) {
        left = empty.awaitNanos(Math.min(left, TimeUnit.DAYS.toNanos(1)));
      }
      return count == 0;
    } finally {
      lock.unlock();
    }
  }
}

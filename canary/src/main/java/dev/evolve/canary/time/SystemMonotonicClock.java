package dev.evolve.canary.time;

import java.util.concurrent.locks.LockSupport;

/** The machine's own clock. */
public final class SystemMonotonicClock implements MonotonicClock {

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void sleepUntil(long nanoTime) throws InterruptedException {
    for (long left = nanoTime - nanoTime(); left > 0; left = nanoTime - nanoTime()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while waiting");
      }
      LockSupport.parkNanos(this, left);
    }
  }
}

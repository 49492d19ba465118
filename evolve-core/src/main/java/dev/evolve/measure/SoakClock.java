package dev.evolve.measure;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Time as a soak sees it: monotonic, and able to wait. */
public interface SoakClock {

  /** The clock of this machine. */
  SoakClock SYSTEM =
      new SoakClock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void await(long nanos) throws InterruptedException {
          // Nobody counts down: this is a wait that an interrupt ends.
          boolean ended = new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS);
          if (ended) {
            throw new IllegalStateException("a latch that nobody knows was counted down");
          }
        }
      };

  /** Nanoseconds since some moment, never falling. */
  long nanoTime();

  /** Returns after that time. */
  void await(long nanos) throws InterruptedException;
}

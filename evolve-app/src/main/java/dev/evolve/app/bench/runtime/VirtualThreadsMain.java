package dev.evolve.app.bench.runtime;

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;

/**
 * The rival: a virtual thread for each loop, which asks for its step and parks until it has the
 * answer. No admission, no batches, nothing that could be stored. One carrier thread, so that CPU
 * time of the process is that of the driver and the loops.
 */
public final class VirtualThreadsMain {

  private static final int WARM_UP = 2;

  private VirtualThreadsMain() {}

  /**
   * @param arguments number of reported rounds, steps of a measurement, then the numbers of loops
   */
  public static void main(String[] arguments) throws InterruptedException {
    int rounds = Integer.parseInt(arguments[0]);
    long steps = Long.parseLong(arguments[1]);
    for (int round = -WARM_UP; round < rounds; round++) {
      for (int i = 2; i < arguments.length; i++) {
        int loops = Integer.parseInt(arguments[i]);
        double nanos = measure(loops, Math.max(10, steps / loops));
        if (round >= 0) {
          Fork.report("virtual thread " + loops + " ns", nanos);
        }
      }
    }
  }

  private static double measure(int loops, long each) throws InterruptedException {
    com.sun.management.OperatingSystemMXBean machine =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    Driver driver = new Driver(loops, each);
    long begun = machine.getProcessCpuTime();
    Thread.ofVirtual().start(driver).join();
    long nanos = machine.getProcessCpuTime() - begun;
    return (double) nanos / (each * loops);
  }

  /** Answers steps; runs on the one carrier, so that its queue needs no lock. */
  private static final class Driver implements Runnable {
    private final Queue<Counter> asking = new ArrayDeque<>();
    private final int loops;
    private final long each;
    private int ended;

    Driver(int loops, long each) {
      this.loops = loops;
      this.each = each;
    }

    @Override
    public void run() {
      // Started from here, since the carrier prefers its own queue to what comes from outside.
      for (int i = 0; i < loops; i++) {
        Thread.ofVirtual().start(new Counter(this, each));
      }
      while (ended < loops) {
        for (Counter next = asking.poll(); next != null; next = asking.poll()) {
          next.digest = CountingExecutor.next(next.digest);
          next.answered = true;
          LockSupport.unpark(next.thread);
        }
        Thread.yield();
      }
    }
  }

  private static final class Counter implements Runnable {
    private final Driver driver;
    private final long steps;
    private volatile boolean answered;
    private Thread thread = Thread.currentThread();
    private long digest;

    Counter(Driver driver, long steps) {
      this.driver = driver;
      this.steps = steps;
    }

    @Override
    public void run() {
      thread = Thread.currentThread();
      for (long i = 0; i < steps; i++) {
        answered = false;
        driver.asking.add(this);
        while (!answered) {
          LockSupport.park();
        }
      }
      driver.ended++;
    }
  }
}

package dev.evolve.canary.load;

import dev.evolve.canary.http.HttpPool;
import dev.evolve.canary.http.HttpRequest;
import dev.evolve.canary.http.HttpResponse;
import dev.evolve.canary.time.MonotonicClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Sends a schedule's requests when they are due, whether or not earlier ones are answered (an open
 * loop), up to a number of requests at a time. Returns when the last is answered.
 */
public final class LoadReplay {

  private static final long STEP_NS = Duration.ofMillis(100).toNanos();

  private final HttpPool target;
  private final MonotonicClock clock;
  private final Duration timeout;
  private final int concurrency;

  /** Takes each answer, on any thread. */
  public interface Answers {
    /** An answer came whole. */
    void answered(HttpRequest request, HttpResponse response);
  }

  /**
   * @param target where the requests go
   * @param timeout for one request
   * @param concurrency how many requests may be under way
   */
  public LoadReplay(HttpPool target, MonotonicClock clock, Duration timeout, int concurrency) {
    this.target = target;
    this.clock = clock;
    this.timeout = timeout;
    this.concurrency = concurrency;
  }

  /**
   * @param stop asked before each request and now and then while waiting; true ends the replay
   *     early
   * @return how many requests were sent
   */
  public int run(ReplaySchedule schedule, Answers answers, BooleanSupplier stop)
      throws InterruptedException {
    Semaphore places = new Semaphore(concurrency);
    long startNs = clock.nanoTime();
    int sent = 0;
    try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
      while (sent < schedule.requests() && isReached(startNs + schedule.dueNs(sent), stop)) {
        places.acquire();
        HttpRequest request = schedule.request(sent);
        senders.execute(() -> send(request, answers, places));
        sent++;
      }
    }
    return sent;
  }

  /** Waits for a moment in short steps; false if it was told to stop before. */
  private boolean isReached(long dueNs, BooleanSupplier stop) throws InterruptedException {
    while (!stop.getAsBoolean()) {
      long left = dueNs - clock.nanoTime();
      if (left <= 0) {
        return true;
      }
      clock.sleepUntil(clock.nanoTime() + Math.min(left, STEP_NS));
    }
    return false;
  }

  private void send(HttpRequest request, Answers answers, Semaphore places) {
    try {
      answers.answered(request, target.send(request, timeout));
    } catch (IOException ignored) {
      // The splitter has it on record as a failure of the arm that it went to.
    } finally {
      places.release();
    }
  }
}

package dev.evolve.canary.soak;

import dev.evolve.canary.http.HttpLimits;
import dev.evolve.canary.http.HttpPool;
import dev.evolve.canary.http.HttpRequest;
import dev.evolve.canary.load.LoadFile;
import dev.evolve.canary.load.LoadReplay;
import dev.evolve.canary.load.ReplaySchedule;
import dev.evolve.canary.time.MonotonicClock;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.SoakTraffic;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;

/** The load on its way to one service: a thread that waits for its health, then sends. */
final class RunningTraffic implements SoakTraffic.Flow {

  private static final Duration START_LIMIT = Duration.ofSeconds(10);
  private static final Duration PROBE_PAUSE = Duration.ofMillis(20);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration END_LIMIT = Duration.ofSeconds(15);
  private static final int CONCURRENCY = 16;

  private final MonotonicClock clock;
  private final String health;
  private final ReplaySchedule schedule;
  private final ScheduledExecutorService timer;
  private final HttpPool pool;
  private final Thread sender;
  private final AtomicLong answered = new AtomicLong();
  private volatile String problem = "";
  private volatile boolean stopped;

  RunningTraffic(
      MonotonicClock clock,
      LoadFile load,
      String health,
      Path socket,
      Duration length,
      double pace) {
    this.clock = clock;
    this.health = health;
    this.schedule = schedule(load, length, pace);
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("soak-timer").factory());
    this.pool =
        new HttpPool(UnixDomainSocketAddress.of(socket), HttpLimits.standard(), timer, CONCURRENCY);
    this.sender = Thread.ofPlatform().daemon().name("soak-traffic").unstarted(this::send);
  }

  /** The recording over and over for the length of the soak, sped up by the pace. */
  private static ReplaySchedule schedule(LoadFile load, Duration length, double pace) {
    int size = load.arrivals().size();
    Duration span = load.arrivals().getLast().at().minus(load.arrivals().getFirst().at());
    if (size < 2 || span.isZero()) {
      throw new EvolveException(
          ErrorCode.INVALID_PACK,
          "a soak replays its load in the recorded rhythm: two requests at different times were"
              + " wanted");
    }
    double period = span.toNanos() * (1 + 1.0 / (size - 1));
    int requests = Math.toIntExact(Math.round(Math.ceil(length.toNanos() / period * size)));
    Duration recorded = Duration.ofNanos(Math.round(requests / (double) size * period / pace));
    return new ReplaySchedule(load, 0, requests, recorded);
  }

  void start() {
    sender.start();
  }

  @Override
  public long answered() {
    return answered.get();
  }

  @Override
  public String problem() {
    return problem;
  }

  private void send() {
    try {
      if (!awaitHealthy()) {
        problem = stopped ? "" : "the service did not answer " + health + " with 200";
        return;
      }
      new LoadReplay(pool, clock, REQUEST_TIMEOUT, CONCURRENCY)
          .run(schedule, (request, response) -> answered.incrementAndGet(), () -> stopped);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean awaitHealthy() throws InterruptedException {
    HttpRequest probe = HttpRequest.of("GET", health, new byte[0]);
    long deadline = clock.nanoTime() + START_LIMIT.toNanos();
    while (!stopped && clock.nanoTime() < deadline) {
      if (isHealthy(probe)) {
        return true;
      }
      clock.sleep(PROBE_PAUSE);
    }
    return false;
  }

  private boolean isHealthy(HttpRequest probe) {
    try {
      return pool.send(probe, REQUEST_TIMEOUT).status() == 200;
    } catch (IOException ignored) {
      return false;
    }
  }

  @Override
  public void close() {
    stopped = true;
    pool.close();
    timer.shutdownNow();
    try {
      if (!sender.join(END_LIMIT)) {
        sender.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

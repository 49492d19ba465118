package dev.evolve.app.services;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One service that runs as a child process: started, found healthy, watched, stopped. Used once; a
 * new start takes a new object. Moves are those of {@link ServiceState}.
 */
final class ChildService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ChildService.class);
  private static final long POLL_MS = 100;
  private static final long TICK_MS = 1_000;

  private final ServiceSpec spec;
  private final PidFile pidFile;
  private final ServiceListener listener;
  private final Object lock = new Object();
  private ServiceState state = ServiceState.NEW;
  private @Nullable Process process;
  private @Nullable EvolveException failure;
  private LogTail tail = LogTail.fromNow(List.of());
  private long startedNanos;

  ChildService(ServiceSpec spec, PidFile pidFile, ServiceListener listener) {
    this.spec = spec;
    this.pidFile = pidFile;
    this.listener = listener;
  }

  ServiceState state() {
    synchronized (lock) {
      return state;
    }
  }

  /** Why the service failed, once it did. */
  Optional<EvolveException> failure() {
    synchronized (lock) {
      return Optional.ofNullable(failure);
    }
  }

  /** Process id of the running service. */
  Optional<Long> pid() {
    synchronized (lock) {
      return Optional.ofNullable(process).filter(Process::isAlive).map(Process::pid);
    }
  }

  /**
   * Starts the service and waits until it answers.
   *
   * @throws EvolveException SERVICE_FAILED, DATA_CORRUPT or PORT_IN_USE, with the last lines of its
   *     log and what to do
   */
  void start() {
    transitionToStarting();
    try {
      rotate(spec.console());
      tail = LogTail.fromNow(spec.logs());
      for (ServiceSpec.Step step : spec.steps().subList(0, spec.steps().size() - 1)) {
        runToEnd(step);
      }
      ServiceSpec.Step last = spec.steps().getLast();
      awaitHealth(spawn(last), last.activity());
      transitionToRunning();
    } catch (EvolveException e) {
      fail(e);
      throw e;
    } catch (RuntimeException e) {
      EvolveException wrapped =
          new EvolveException(
              ErrorCode.SERVICE_FAILED, spec.name() + " cannot be started: " + e.getMessage(), e);
      fail(wrapped);
      throw wrapped;
    }
  }

  private void transitionToStarting() {
    synchronized (lock) {
      if (state != ServiceState.NEW) {
        throw new IllegalStateException(spec.name() + " cannot go from " + state + " to STARTING");
      }
      state = ServiceState.STARTING;
      startedNanos = System.nanoTime();
    }
  }

  private void transitionToRunning() {
    Process running;
    synchronized (lock) {
      if (state != ServiceState.STARTING || process == null) {
        throw stoppedMeanwhile();
      }
      state = ServiceState.RUNNING;
      running = process;
    }
    listener.running(spec.name(), elapsed());
    LOG.info("{} runs as process {} after {} ms", spec.name(), running.pid(), elapsed().toMillis());
    running.onExit().thenAccept(this::died);
  }

  private void runToEnd(ServiceSpec.Step step) {
    Process running = spawn(step);
    while (!ChildProcesses.ended(running, TICK_MS)) {
      tick(step.activity());
    }
    if (running.exitValue() != 0) {
      throw endedWhileStarting(running.exitValue());
    }
  }

  private Process spawn(ServiceSpec.Step step) {
    synchronized (lock) {
      if (state != ServiceState.STARTING) {
        throw stoppedMeanwhile();
      }
      Process started = ChildProcesses.spawn(spec.name(), step, spec.directory(), spec.console());
      process = started;
      pidFile.write(started.pid());
      return started;
    }
  }

  private void awaitHealth(Process running, String activity) {
    long nextTick = System.nanoTime();
    while (true) {
      if (ChildProcesses.ended(running, POLL_MS)) {
        throw endedWhileStarting(running.exitValue());
      }
      if (isHealthy()) {
        return;
      }
      if (System.nanoTime() - nextTick >= 0) {
        nextTick += Duration.ofMillis(TICK_MS).toNanos();
        tick(activity);
      }
    }
  }

  private boolean isHealthy() {
    try {
      spec.health().check();
      return true;
    } catch (Exception notYet) {
      LOG.trace("{} does not answer yet", spec.name(), notYet);
      return false;
    }
  }

  /** Tells of the progress; ends a start that has taken too long or can never succeed. */
  private void tick(String activity) {
    listener.starting(spec.name(), activity, elapsed());
    if (Thread.currentThread().isInterrupted()) {
      throw stoppedMeanwhile();
    }
    if (elapsed().compareTo(spec.startLimit()) > 0) {
      throw explain("did not answer within " + spec.startLimit().toSeconds() + " s");
    }
    if (tail.anyLine(line -> spec.fatalSign().matcher(line).find())) {
      throw explain("runs, but cannot serve its data");
    }
  }

  private EvolveException endedWhileStarting(int exitCode) {
    return state() == ServiceState.STOPPED
        ? stoppedMeanwhile()
        : explain("ended while it started (exit code " + exitCode + ")");
  }

  private EvolveException stoppedMeanwhile() {
    return new EvolveException(
        ErrorCode.SERVICE_FAILED, spec.name() + " was stopped while it started");
  }

  /** The failure with what its log tells of it. */
  private EvolveException explain(String what) {
    List<String> lines = tail.lines();
    Optional<FailureSign> sign =
        spec.failureSigns().stream()
            .filter(known -> lines.stream().anyMatch(line -> known.line().matcher(line).find()))
            .findFirst();
    return new EvolveException(
        sign.map(FailureSign::code).orElse(ErrorCode.SERVICE_FAILED),
        "%s %s. What to do: %s. The last lines of its log (%s):%n%s"
            .formatted(
                spec.name(),
                what,
                sign.map(FailureSign::advice).orElse(spec.advice()),
                spec.logs().getLast(),
                tail.forPeople()));
  }

  private void died(Process ended) {
    if (state() == ServiceState.RUNNING) {
      fail(explain("died (exit code " + ended.exitValue() + ")"));
    }
  }

  private void fail(EvolveException cause) {
    Process running;
    synchronized (lock) {
      if (state == ServiceState.STOPPED) {
        return;
      }
      state = ServiceState.FAILED;
      failure = cause;
      running = process;
    }
    if (running != null) {
      ChildProcesses.stop(running, spec.stopLimit().toMillis());
    }
    pidFile.delete();
    listener.failed(spec.name(), cause);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startedNanos);
  }

  /** Stops the service: asks first, then insists. */
  @Override
  public void close() {
    Process running;
    synchronized (lock) {
      if (state == ServiceState.STOPPED) {
        return;
      }
      state = ServiceState.STOPPED;
      running = process;
    }
    if (running != null) {
      ChildProcesses.stop(running, spec.stopLimit().toMillis());
    }
    pidFile.delete();
  }

  /** Each start has a console file of its own; the one before is kept beside it. */
  private static void rotate(Path console) {
    try {
      Files.createDirectories(console.getParent());
      if (Files.exists(console)) {
        Files.move(
            console,
            console.resolveSibling(console.getFileName() + ".1"),
            StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

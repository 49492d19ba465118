package dev.evolve.canary.process;

import dev.evolve.canary.http.HttpPool;
import dev.evolve.canary.http.HttpRequest;
import dev.evolve.canary.time.MonotonicClock;
import dev.evolve.measure.Arm;
import dev.evolve.pack.BenchPack;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.SandboxCommand;
import dev.evolve.sandbox.SandboxLimits;
import dev.evolve.sandbox.SandboxProcess;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** One arm's service, running in the sandbox. */
final class ServiceProcess implements Closeable {

  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration PROBE_PAUSE = Duration.ofMillis(20);
  private static final int LAST_WORDS = 300;

  private final Arm arm;
  private final SandboxProcess process;

  private ServiceProcess(Arm arm, SandboxProcess process) {
    this.arm = arm;
    this.process = process;
  }

  static ServiceProcess start(
      Sandbox sandbox,
      CanaryWorkspace workspace,
      Arm arm,
      BenchPack pack,
      BenchPack.Service service,
      Duration lifetime) {
    Path directory = workspace.directory(arm);
    String socket = workspace.socket(arm).toString();
    List<String> command =
        service.command().stream().map(part -> part.replace("{socket}", socket)).toList();
    return new ServiceProcess(
        arm,
        sandbox.start(
            new SandboxCommand(
                command,
                directory,
                List.of(directory),
                List.of(workspace.socketDirectory(arm)),
                new TreeMap<>(),
                limits(pack, lifetime),
                null)));
  }

  /** A service lives longer than a bench run, under the same limits otherwise. */
  private static SandboxLimits limits(BenchPack pack, Duration lifetime) {
    SandboxLimits bench = SandboxLimits.from(pack.limits().bench());
    return new SandboxLimits(
        lifetime, bench.memoryBytes(), bench.processes(), bench.fileBytes(), bench.outputBytes());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it answers its health path with 200; false if it ends or time runs out. */
  boolean awaitHealthy(HttpPool pool, String healthPath, MonotonicClock clock, Duration limit)
      throws InterruptedException {
    HttpRequest probe = HttpRequest.of("GET", healthPath, new byte[0]);
    long deadlineNs = clock.nanoTime() + limit.toNanos();
    while (process.isAlive() && clock.nanoTime() < deadlineNs) {
      if (isHealthy(pool, probe)) {
        return true;
      }
      clock.sleep(PROBE_PAUSE);
    }
    return false;
  }

  private static boolean isHealthy(HttpPool pool, HttpRequest probe) {
    try {
      return pool.send(probe, PROBE_TIMEOUT).status() == 200;
    } catch (IOException ignored) {
      return false;
    }
  }

  /** What became of it, for people. */
  String condition() {
    String name = "the " + arm.name().toLowerCase(Locale.ROOT) + "'s service ";
    return name + (process.isAlive() ? "is running" : "has ended") + lastWords();
  }

  private String lastWords() {
    String output = process.output().replaceAll("\\p{Cntrl}+", " ").strip();
    if (output.isEmpty()) {
      return " and printed nothing";
    }
    return "; it printed: " + output.substring(Math.max(0, output.length() - LAST_WORDS));
  }

  @Override
  public void close() {
    process.close();
  }
}

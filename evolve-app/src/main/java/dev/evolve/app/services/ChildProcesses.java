package dev.evolve.app.services;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts child processes with a clean environment, and ends them. */
final class ChildProcesses {

  private static final List<String> INHERITED =
      List.of("PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR");

  private ChildProcesses() {}

  /** Starts a program; what it prints is appended to {@code console}. */
  static Process spawn(String service, ServiceSpec.Step step, Path directory, Path console) {
    ProcessBuilder builder = new ProcessBuilder(step.command());
    builder.directory(directory.toFile());
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(console.toFile()));
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    Map<String, String> environment = builder.environment();
    // What is set for us, such as options of our own JVM, is not meant for the child.
    environment.keySet().retainAll(INHERITED);
    environment.putAll(step.environment());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.SERVICE_FAILED, service + " cannot be started: " + e.getMessage(), e);
    }
  }

  /** Asks a process to end, and ends it after {@code limitMs} if it did not. */
  static void stop(Process process, long limitMs) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    if (!ended(process, limitMs)) {
      process.destroyForcibly();
      ended(process, limitMs);
    }
    // The program that sets Neo4j's password works in a child of its own and leaves it behind.
    children.forEach(ProcessHandle::destroyForcibly);
  }

  /** Waits for the end of a process; false if the time was over first. */
  static boolean ended(Process process, long limitMs) {
    try {
      return process.waitFor(limitMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }
}

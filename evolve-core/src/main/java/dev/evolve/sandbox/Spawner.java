package dev.evolve.sandbox;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Starts processes from one thread that lives as long as the program: an enclosure dies with the
 * thread that started it, and must not die when a borrowed one ends.
 */
final class Spawner {

  private static final ExecutorService THREAD =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("sandbox-spawner").factory());

  private Spawner() {}

  static Process start(ProcessBuilder builder) throws IOException {
    Future<Process> started = THREAD.submit(builder::start);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return started.get();
        } catch (InterruptedException e) {
          // Starting takes milliseconds; giving up now would leave a process that nobody owns.
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IllegalStateException("a process could not be started", e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

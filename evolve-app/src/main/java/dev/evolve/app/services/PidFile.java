package dev.evolve.app.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers a child process beyond our own life, so that an Evolve that was killed does not leave
 * its services behind: the next one stops them first.
 */
final class PidFile {

  private static final Logger LOG = LoggerFactory.getLogger(PidFile.class);
  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

  private final Path file;
  private final String marker;

  /**
   * @param file where the process id is kept
   * @param marker an argument of the child's command line that no other program has
   */
  PidFile(Path file, String marker) {
    this.file = file;
    this.marker = marker;
  }

  void write(long pid) {
    try {
      Files.writeString(file, Long.toString(pid));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops a child that a former Evolve left behind; true if there was one. */
  boolean stopOrphan(Duration stopLimit) {
    Optional<ProcessHandle> orphan = orphan();
    orphan.ifPresent(
        process -> {
          LOG.info("stopping process {} that a former Evolve left behind", process.pid());
          stop(process, stopLimit);
        });
    delete();
    return orphan.isPresent();
  }

  private Optional<ProcessHandle> orphan() {
    return readPid().flatMap(ProcessHandle::of).filter(this::isOurs);
  }

  private Optional<Long> readPid() {
    try {
      return Files.exists(file)
          ? Optional.of(Long.parseLong(Files.readString(file).strip()))
          : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      LOG.warn("{} holds no process id and is ignored", file);
      return Optional.empty();
    }
  }

  private boolean isOurs(ProcessHandle process) {
    return process.isAlive()
        && process
            .info()
            .arguments()
            .map(arguments -> Arrays.asList(arguments).contains(marker))
            .orElse(false);
  }

  private static void stop(ProcessHandle process, Duration stopLimit) {
    CompletableFuture<ProcessHandle> exit = process.onExit();
    process.destroy();
    if (!ended(exit, stopLimit)) {
      process.destroyForcibly();
      ended(exit, KILL_LIMIT);
    }
  }

  private static boolean ended(CompletableFuture<ProcessHandle> exit, Duration limit) {
    try {
      exit.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("waiting for a process failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

package dev.evolve.sandbox;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A started enclosure with its private things: output, directory, control groups. */
final class EnclosedProcess implements SandboxProcess {

  private static final Duration GRACE = Duration.ofMillis(1500);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Process process;
  private final BoundedOutput output;
  private final BoundedOutput errors;
  private final RunDirectory directory;
  private final ControlGroup group;

  EnclosedProcess(
      Process process,
      BoundedOutput output,
      BoundedOutput errors,
      RunDirectory directory,
      ControlGroup group) {
    this.process = process;
    this.output = output;
    this.errors = errors;
    this.directory = directory;
    this.group = group;
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public String output() {
    return output.text() + errors.text();
  }

  String standardOutput() {
    return output.text();
  }

  String standardError() {
    return errors.text();
  }

  int exitCode() {
    return process.exitValue();
  }

  String report() {
    return directory.readReport();
  }

  boolean killedForMemory() {
    return group.killedForMemory();
  }

  /** Waits for the end of the command and of its output; false if it still runs after that time. */
  boolean awaitEnd(Duration wall) throws InterruptedException {
    if (!process.waitFor(wall.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    drain();
    return true;
  }

  /**
   * Kills the whole tree and returns when it is gone. The first process inside goes first: the
   * kernel takes everything else with it, and the enclosure outside ends when that is done.
   */
  void kill() {
    List<ProcessHandle> tree = process.descendants().toList();
    tree.forEach(ProcessHandle::destroyForcibly);
    if (!endsWithin(GRACE)) {
      process.destroyForcibly();
    }
    tree.forEach(EnclosedProcess::awaitEnd);
    endsWithin(PATIENCE);
    try {
      drain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEnd(ProcessHandle handle) {
    CompletableFuture<ProcessHandle> end = handle.onExit();
    try {
      end.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // It was sent a signal that cannot be refused; there is nothing more to do about it here.
      return;
    }
  }

  private boolean endsWithin(Duration patience) {
    try {
      return process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  private void drain() throws InterruptedException {
    // Only what escaped from an unprotected run can hold the outputs open after the end.
    if (!output.awaitEnd(GRACE) | !errors.awaitEnd(GRACE)) {
      process.destroyForcibly();
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      process.children().forEach(ProcessHandle::destroy);
      if (!endsWithin(GRACE)) {
        kill();
      }
    }
    group.close();
    directory.close();
  }
}

package dev.evolve.canary.process;

import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.SandboxCommand;
import dev.evolve.sandbox.SandboxProcess;
import dev.evolve.sandbox.SandboxResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Starts plain processes, since the services of these tests are trusted, and can hurt them. */
final class PlainSandbox implements Sandbox {

  private final List<Started> started = new CopyOnWriteArrayList<>();

  /** A process that was started. */
  record Started(SandboxCommand command, Process process, Path log) implements SandboxProcess {

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
      try {
        return Files.readString(log);
      } catch (IOException e) {
        return "";
      }
    }

    @Override
    public void close() {
      process.destroyForcibly();
      try {
        process.waitFor(10, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    void signal(String name) throws IOException, InterruptedException {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }
  }

  @Override
  public String technology() {
    return "none";
  }

  @Override
  public List<String> protections() {
    return List.of();
  }

  @Override
  public List<String> missing() {
    return List.of("everything");
  }

  @Override
  public SandboxResult run(SandboxCommand command) {
    throw new UnsupportedOperationException("services are started, not run");
  }

  @Override
  public SandboxProcess start(SandboxCommand command) {
    try {
      Path output = Files.createTempFile("plain-sandbox", ".log");
      output.toFile().deleteOnExit();
      ProcessBuilder builder =
          new ProcessBuilder(command.command())
              .directory(command.directory().toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().keySet().retainAll(List.of("PATH"));
      Started process = new Started(command, builder.start(), output);
      started.add(process);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every process so far. */
  List<Started> started() {
    return List.copyOf(started);
  }

  /** The latest process of an arm. */
  Started latest(String arm) {
    return started.stream()
        .filter(process -> process.command().directory().endsWith(arm))
        .reduce((first, second) -> second)
        .orElseThrow();
  }
}

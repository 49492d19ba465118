package dev.evolve.app.gate;

import dev.evolve.results.ResultReaders;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.SandboxCommand;
import dev.evolve.sandbox.SandboxLimits;
import dev.evolve.sandbox.SandboxResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;

/**
 * Runs commands in a sandbox: no network, the system read-only, a clean environment; only the
 * revision's own tree and the directory for results can be written.
 */
final class SandboxedCommands implements Commands {

  private static final long MEMORY = 16L << 30;
  private static final int PROCESSES = 1024;
  private static final long LARGEST_FILE = 4L << 30;

  private final Sandbox sandbox;

  SandboxedCommands(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  @Override
  public CommandResult run(String command, Path directory, Path results, Duration limit)
      throws InterruptedException {
    TreeMap<String, String> environment = new TreeMap<>();
    environment.put("EVOLVE_RESULTS", results.toString());
    SandboxResult ended =
        sandbox.run(
            new SandboxCommand(
                List.of("sh", "-c", Commands.filled(command, results)),
                directory,
                List.of(),
                List.of(directory, results.toAbsolutePath().getParent()),
                environment,
                new SandboxLimits(limit, MEMORY, PROCESSES, LARGEST_FILE, ResultReaders.LARGEST),
                null));
    String how =
        switch (ended.ending()) {
          case EXITED -> ended.exitCode() == 0 ? "" : "exit code " + ended.exitCode();
          case SIGNALLED -> "signal " + (ended.exitCode() - 128);
          case TIMED_OUT -> "killed after " + limit.toSeconds() + " s";
          case OUT_OF_MEMORY -> "out of memory";
        };
    return new CommandResult(
        how.isEmpty()
            ? ""
            : CommandResult.because(how, ended.standardOutput(), ended.standardError()),
        ended.standardOutput(),
        ended.usage().wallNs() / 1e9);
  }
}

package dev.evolve.app.gate;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.results.ResultReaders;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Runs commands with the trust that the user's own shell has. */
final class ShellCommands implements Commands {

  private static final int ERRORS_KEPT = 1 << 16;

  private final Path scratch;

  /**
   * @param scratch directory for what commands print
   */
  ShellCommands(Path scratch) {
    this.scratch = scratch;
  }

  @Override
  public CommandResult run(String command, Path directory, Path results, Duration limit)
      throws InterruptedException {
    File output = scratch.resolve("stdout").toFile();
    File errors = scratch.resolve("stderr").toFile();
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", Commands.filled(command, results))
            .directory(directory.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(output)
            .redirectError(errors);
    builder.environment().put("EVOLVE_RESULTS", results.toString());
    try {
      long begun = System.nanoTime();
      Process process = builder.start();
      String problem = await(process, limit);
      double seconds = (System.nanoTime() - begun) / 1e9;
      String said = start(output.toPath(), ResultReaders.LARGEST);
      String complaints = end(errors.toPath());
      return new CommandResult(
          problem.isEmpty() ? "" : CommandResult.because(problem, said, complaints), said, seconds);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot run sh in " + directory + ": " + e.getMessage(), e);
    }
  }

  private static String await(Process process, Duration limit) throws InterruptedException {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return String.format(Locale.ROOT, "killed after %d s", limit.toSeconds());
      }
      return process.exitValue() == 0 ? "" : "exit code " + process.exitValue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      process.waitFor();
    }
  }

  private static String start(Path file, int limit) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] read = in.readNBytes(limit + 1);
      if (read.length > limit) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST, "the command printed more than " + limit + " bytes");
      }
      return new String(read, StandardCharsets.UTF_8);
    }
  }

  private static String end(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(Math.max(0, Files.size(file) - ERRORS_KEPT));
      return new String(in.readNBytes(ERRORS_KEPT), StandardCharsets.UTF_8);
    }
  }
}

package dev.evolve.pack;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a program of this machine, such as a compiler that is asked for its version. */
final class FirstLineOfProcess implements HardwareProbe.FirstLine {

  private static final int PATIENCE_SECONDS = 10;

  @Override
  public Optional<String> of(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      return firstLine(process);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> firstLine(Process process) throws IOException {
    // Killed only when it takes too long: killing a process that has ended closes its output too.
    process
        .onExit()
        .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      return Optional.ofNullable(out.readLine());
    }
  }
}

package dev.evolve.app.bench.runtime;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a main class in a virtual machine of its own, so that what one measurement leaves behind
 * (compiled code, garbage, heap size) does not reach the next. The class prints its figures by
 * {@link #report}.
 */
final class Fork {

  private static final String MARK = "figure\t";

  private Fork() {}

  /**
   * Runs it and gives what it reported, by name, in the order in which it came.
   *
   * @throws EvolveException if it fails or takes longer than {@code seconds}
   */
  static ForkFigures run(Class<?> main, List<String> flags, List<String> arguments, long seconds) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    try {
      return run(command, seconds);
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INTERNAL, "cannot run " + command + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    }
  }

  private static ForkFigures run(List<String> command, long seconds)
      throws IOException, InterruptedException {
    ForkFigures figures = new ForkFigures();
    StringBuilder said = new StringBuilder();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread limit = Thread.ofVirtual().start(() -> stopAfter(process, seconds));
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(MARK)) {
          String[] fields = line.split("\t");
          figures.add(fields[1], Double.parseDouble(fields[2]));
        } else {
          said.append(line).append('\n');
        }
      }
    }
    int code = process.waitFor();
    limit.interrupt();
    if (code != 0) {
      throw new EvolveException(
          ErrorCode.INTERNAL, String.join(" ", command) + " ended with " + code + ":\n" + said);
    }
    return figures;
  }

  private static void stopAfter(Process process, long seconds) {
    try {
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reports a figure from within a fork. */
  static void report(String name, double value) {
    System.out.println(MARK + name + "\t" + value);
  }
}

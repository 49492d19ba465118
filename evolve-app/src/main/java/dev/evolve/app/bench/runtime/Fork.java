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

  /** Exit code of a process that was killed. */
  private static final int KILLED = 137;

  private static final String MARK = "figure\t";

  private Fork() {}

  /**
   * Runs it and gives what it reported, by name, in the order in which it came.
   *
   * @throws EvolveException if it fails or takes longer than {@code seconds}
   */
  static ForkFigures run(Class<?> main, List<String> flags, List<String> arguments, long seconds) {
    return talking(command(main, flags, arguments), seconds, "").figures;
  }

  /**
   * Runs it until it says {@code word} on a line of its own, then kills it as nobody would want it.
   *
   * @throws EvolveException if it ends before, or takes longer than {@code seconds}
   */
  static void untilSaid(
      Class<?> main, List<String> flags, List<String> arguments, String word, long seconds) {
    List<String> command = command(main, flags, arguments);
    Said said = talking(command, seconds, word);
    if (!said.word) {
      throw failed(command, said);
    }
  }

  private static List<String> command(Class<?> main, List<String> flags, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    return command;
  }

  private static Said talking(List<String> command, long seconds, String word) {
    try {
      Said said = talk(command, seconds, word);
      if (!said.word && said.code != 0) {
        throw failed(command, said);
      }
      return said;
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INTERNAL, "cannot run " + command + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    }
  }

  private static EvolveException failed(List<String> command, Said said) {
    return new EvolveException(
        ErrorCode.INTERNAL,
        String.join(" ", command.subList(command.indexOf("-cp") + 2, command.size()))
            + (said.code == KILLED ? " took too long" : " ended with " + said.code)
            + ":\n"
            + said.text);
  }

  private static Said talk(List<String> command, long seconds, String word)
      throws IOException, InterruptedException {
    Said said = new Said();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread limit = Thread.ofVirtual().start(() -> stopAfter(process, seconds));
    try (BufferedReader lines = process.inputReader()) {
      String line = lines.readLine();
      while (line != null && !said.word) {
        said.take(line, word);
        line = said.word ? null : lines.readLine();
      }
    }
    if (said.word) {
      process.destroyForcibly();
    }
    said.code = process.waitFor();
    limit.interrupt();
    return said;
  }

  /** What a fork said. */
  private static final class Said {
    private final ForkFigures figures = new ForkFigures();
    private final StringBuilder text = new StringBuilder();
    private boolean word;
    private int code;

    void take(String line, String awaited) {
      if (line.startsWith(MARK)) {
        String[] fields = line.split("\t");
        figures.add(fields[1], Double.parseDouble(fields[2]));
      } else if (!awaited.isEmpty() && line.equals(awaited)) {
        word = true;
      } else {
        text.append(line).append('\n');
      }
    }
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

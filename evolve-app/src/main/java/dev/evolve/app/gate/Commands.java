package dev.evolve.app.gate;

import java.nio.file.Path;
import java.time.Duration;

/** Runs the user's commands. */
interface Commands {

  /**
   * Runs a command to its end, or until it has taken too long.
   *
   * @param command for {@code sh -c}
   * @param directory where
   * @param results path that the command may write its results to
   */
  CommandResult run(String command, Path directory, Path results, Duration limit)
      throws InterruptedException;

  /** The command with the path that it may write its results to. */
  static String filled(String command, Path results) {
    return command.replace("{results}", "'" + results.toString().replace("'", "'\\''") + "'");
  }
}

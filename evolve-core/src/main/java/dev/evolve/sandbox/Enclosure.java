package dev.evolve.sandbox;

import java.nio.file.Path;
import java.util.List;

/**
 * A technology that closes a command in: turns what shall run inside into the command line that is
 * run outside. Knows nothing of limits, time or output, which are the same for all of them.
 */
interface Enclosure {

  /** Name of the technology. */
  String technology();

  /** What it protects. */
  List<String> protections();

  /** What it cannot give, one sentence each. */
  List<String> missing();

  /** Where the launcher is seen from inside. */
  String pathOf(Path launcher);

  /**
   * The command line outside.
   *
   * @param command what it may touch
   * @param inner what shall run inside
   * @param session the run's private directory outside
   * @param launcher the launcher outside, to be shown inside; empty without one
   */
  List<String> enclose(
      SandboxCommand command, List<String> inner, RunDirectory session, List<Path> launcher);
}

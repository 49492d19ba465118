package dev.evolve.sandbox;

import java.util.List;

/**
 * Runs commands that nobody has read. No network, read-only system, private /tmp, a clean
 * environment, limits, and the whole process tree gone when the command ends.
 */
public interface Sandbox {

  /** Name of the technology, such as {@code bubblewrap}. */
  String technology();

  /** What it protects, in the field's terms, such as {@code no-network}. */
  List<String> protections();

  /** What this machine cannot give, one sentence each; recorded with everything run here. */
  List<String> missing();

  /**
   * Runs a command to its end, or until a limit kills it.
   *
   * @throws dev.evolve.error.EvolveException if the sandbox itself cannot be set up
   */
  SandboxResult run(SandboxCommand command) throws InterruptedException;

  /**
   * Starts a command that goes on until it is closed.
   *
   * @throws dev.evolve.error.EvolveException if the sandbox itself cannot be set up
   */
  SandboxProcess start(SandboxCommand command);
}

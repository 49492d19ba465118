package dev.evolve.sandbox;

/** A command that goes on in a sandbox until it is closed; closing kills its whole tree. */
public interface SandboxProcess extends AutoCloseable {

  /** Whether it still runs. */
  boolean isAlive();

  /** Process id, outside the sandbox, of the sandbox's first process. */
  long pid();

  /** What it printed so far on both outputs, up to the limit. */
  String output();

  /** Asks it to end, then kills the whole tree; returns when it is gone. */
  @Override
  void close();
}

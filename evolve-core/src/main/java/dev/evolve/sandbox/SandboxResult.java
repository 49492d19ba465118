package dev.evolve.sandbox;

/**
 * How a command ended.
 *
 * @param ending why it ended
 * @param exitCode exit code; 128 + the signal's number for a signal
 * @param standardOutput what it printed, up to the limit
 * @param standardError what it printed on standard error, up to the limit
 * @param usage what it used
 */
public record SandboxResult(
    Ending ending, int exitCode, String standardOutput, String standardError, ResourceUsage usage) {

  /** Why a command ended. */
  public enum Ending {
    EXITED,
    SIGNALLED,
    TIMED_OUT,
    OUT_OF_MEMORY
  }
}

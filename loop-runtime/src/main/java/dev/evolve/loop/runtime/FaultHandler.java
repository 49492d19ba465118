package dev.evolve.loop.runtime;

/**
 * Told when the runtime cannot go on: another instance has taken its loops over, or it found itself
 * in a state that must not be. It has stopped driving already; usually the process is to end.
 */
@FunctionalInterface
public interface FaultHandler {

  /** Takes the reason. Called once, on the runtime's thread. */
  void fault(Throwable cause);
}

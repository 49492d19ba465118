package dev.evolve.app.services;

/**
 * Where a child process is in its life: {@code NEW → STARTING → RUNNING → STOPPED}, or {@code
 * FAILED} from STARTING when it does not come up and from RUNNING when it dies.
 */
public enum ServiceState {
  NEW,
  STARTING,
  RUNNING,
  FAILED,
  STOPPED
}

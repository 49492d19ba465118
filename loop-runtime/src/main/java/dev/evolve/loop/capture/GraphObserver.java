package dev.evolve.loop.capture;

import java.time.Duration;

/** Watches captures, for metrics and telemetry. Thread-safe; must not block. */
public interface GraphObserver {

  /** Watches nothing. */
  GraphObserver NONE = new GraphObserver() {};

  /** A graph was captured; the time is the capture's alone. */
  default void captured(GraphKey key, long workspaceBytes, Duration took) {}

  /** Works ran without a graph. */
  default void ranEagerly(EagerBreak reason, int works) {}
}

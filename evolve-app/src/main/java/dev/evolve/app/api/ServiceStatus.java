package dev.evolve.app.api;

import java.util.Map;

/** Gathers what the service knows of itself; implemented where everything is wired. */
@FunctionalInterface
public interface ServiceStatus {

  /** What is so now, by part, in the order to be shown. */
  Map<String, Object> now();
}

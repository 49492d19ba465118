package dev.evolve.app.services;

import dev.evolve.error.EvolveException;
import java.time.Duration;

/** Hears of the embedded services: the terminal, the log, the health view. Must not block. */
public interface ServiceListener {

  /** A listener that ignores everything. */
  ServiceListener NONE = new ServiceListener() {};

  /** About once a second while a service starts, such as "starting Kafka" after 4 s. */
  default void starting(String service, String activity, Duration elapsed) {}

  /** The service answers. */
  default void running(String service, Duration startTook) {}

  /** The service did not come up, or died while it ran; the failure says what to do. */
  default void failed(String service, EvolveException failure) {}
}

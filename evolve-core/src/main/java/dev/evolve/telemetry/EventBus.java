package dev.evolve.telemetry;

/** Where telemetry goes. */
public interface EventBus {

  /**
   * Hands an event over. Delivery is at least once and asynchronous; a failure is counted and
   * logged, never lost in silence, and never fails the work that was observed.
   */
  void publish(TelemetryEvent event);
}

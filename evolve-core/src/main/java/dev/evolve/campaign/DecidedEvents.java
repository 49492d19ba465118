package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.loop.WorkPayload;
import java.util.List;

/**
 * The outcome of a step: the events that were decided. They are recorded with the checkpoint and
 * folded into the state, and nothing else changes a state.
 *
 * @param events in the order they happened
 */
public record DecidedEvents(List<DomainEvent> events) implements WorkPayload {

  public DecidedEvents {
    events = List.copyOf(events);
  }
}

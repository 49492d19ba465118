package dev.evolve.graph;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import org.jspecify.annotations.Nullable;

/**
 * An event that the graph cannot hold: something required is missing, or what it refers to is not
 * there. Its batch is not projected, and the position stays before it.
 */
public final class UnprojectableEventException extends EvolveException {

  private static final long serialVersionUID = 1L;

  private final String eventId;

  UnprojectableEventException(String eventId, String problem, @Nullable Throwable cause) {
    super(
        ErrorCode.DATA_CORRUPT,
        "event "
            + eventId
            + " cannot be projected: "
            + problem
            + "; the graph stays where it was before this event. Compare the event with its"
            + " schema, correct what writes it, and rebuild the graph",
        cause);
    this.eventId = eventId;
  }

  /** The event. */
  public String eventId() {
    return eventId;
  }
}

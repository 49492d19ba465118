package dev.evolve.loop.file;

import dev.evolve.loop.StreamChunk;
import java.util.List;

/**
 * Events that were stored with a step.
 *
 * @param sequence the step's number in the store
 * @param loopId its loop
 * @param kind the loop's kind
 * @param stepIndex its index within the loop
 * @param events the events, in order
 */
public record StoredStep(
    long sequence, String loopId, String kind, long stepIndex, List<StreamChunk> events) {

  public StoredStep {
    events = List.copyOf(events);
  }
}

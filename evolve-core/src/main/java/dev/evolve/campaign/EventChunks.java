package dev.evolve.campaign;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.Json;
import dev.evolve.loop.StreamChunk;
import java.util.ArrayList;
import java.util.List;

/** Domain events as the chunks by which a step's result carries them into the record. */
final class EventChunks {

  private static final String STREAM = "events";

  private EventChunks() {}

  static List<StreamChunk> of(CampaignState state, List<DomainEvent> events) {
    return from(state.eventCount(), events);
  }

  static List<StreamChunk> from(long firstSequence, List<DomainEvent> events) {
    List<StreamChunk> chunks = new ArrayList<>();
    for (DomainEvent event : events) {
      chunks.add(
          StreamChunk.event(
              STREAM,
              firstSequence + chunks.size(),
              Json.mapper().writerFor(DomainEvent.class).writeValueAsString(event)));
    }
    return chunks;
  }
}

package dev.evolve.graph;

import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Digests;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A log in memory: numbers and chains events as the log of record does. */
final class EventLog {

  private final List<RecordedEvent> events = new ArrayList<>();
  private final Map<String, Long> sequences = new HashMap<>();

  RecordedEvent append(String loopId, DomainEvent event) {
    long sequence = sequences.merge(loopId, 1L, Long::sum) - 1;
    String previous = events.isEmpty() ? "0".repeat(64) : events.getLast().hash();
    String id = loopId + '/' + sequence;
    RecordedEvent recorded =
        new RecordedEvent(id, loopId, sequence, 1, previous, Digests.sha256(previous + id), event);
    events.add(recorded);
    return recorded;
  }

  /** Appends an event of the campaign's own loop. */
  RecordedEvent append(DomainEvent event) {
    return append(event.campaignId(), event);
  }

  List<RecordedEvent> events() {
    return List.copyOf(events);
  }

  List<RecordedEvent> ofLoop(String loopId) {
    return events.stream().filter(event -> event.loopId().equals(loopId)).toList();
  }
}

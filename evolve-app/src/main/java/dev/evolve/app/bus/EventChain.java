package dev.evolve.app.bus;

import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import java.nio.charset.StandardCharsets;

/**
 * The hash chain over the events of one partition: each event's hash covers the hash before it, its
 * identity and its JSON, so that no event can be changed, dropped or put in between unseen. A chain
 * alone does not show that its end was cut off; the head is therefore also written into every
 * envelope.
 */
final class EventChain {

  /** What the first event of a partition is chained to. */
  static final String GENESIS = "0".repeat(64);

  private static final int VERSION = 1;

  private EventChain() {}

  /**
   * Chains an event to the hash before it.
   *
   * @throws IllegalArgumentException if the JSON is no event
   */
  static RecordedEvent link(String previousHash, String loopId, long sequence, String json) {
    String id = loopId + ":" + sequence;
    DomainEvent event = Json.read(json, DomainEvent.class);
    return new RecordedEvent(
        id,
        loopId,
        sequence,
        VERSION,
        previousHash,
        hash(previousHash, id, canonical(event)),
        event);
  }

  /** True if the event's hash is what it must be. */
  static boolean holds(RecordedEvent event) {
    return event.id().equals(event.loopId() + ":" + event.sequence())
        && event.hash().equals(hash(event.previousHash(), event.id(), canonical(event.event())));
  }

  /** The one text of an event, whoever wrote it and however it was laid out. */
  private static String canonical(DomainEvent event) {
    return Json.mapper().writerFor(DomainEvent.class).writeValueAsString(event);
  }

  private static String hash(String previousHash, String id, String json) {
    return Digests.sha256(
        (previousHash + "\n" + id + "\n" + json).getBytes(StandardCharsets.UTF_8));
  }
}

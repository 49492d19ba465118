package dev.evolve.event;

/**
 * A domain event as the log of record holds it: chained to the one before it in its partition, so
 * that a change to any of them shows.
 *
 * @param id loop id and sequence; unique for ever, the key of idempotence
 * @param loopId the loop whose step it belongs to
 * @param sequence position among the loop's events, from 0
 * @param version version of the schema, 1
 * @param previousHash {@link #hash} of the event before it in the partition; 64 zeros for the first
 * @param hash SHA-256 over previousHash, id and the event's JSON
 * @param event what happened
 */
public record RecordedEvent(
    String id,
    String loopId,
    long sequence,
    int version,
    String previousHash,
    String hash,
    DomainEvent event) {}

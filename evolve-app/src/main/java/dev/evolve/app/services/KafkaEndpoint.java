package dev.evolve.app.services;

/**
 * A broker that answers.
 *
 * @param bootstrapServers its addresses, as Kafka's clients take them
 */
public record KafkaEndpoint(String bootstrapServers) {}

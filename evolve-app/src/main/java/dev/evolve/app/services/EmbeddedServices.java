package dev.evolve.app.services;

import dev.evolve.error.EvolveException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Kafka and Neo4j of this instance: the ones that are given, child processes for the others. Kafka
 * is waited for, since nothing can be recorded without it; Neo4j comes up by itself.
 */
public final class EmbeddedServices implements AutoCloseable {

  private final KafkaEndpoint kafka;
  private final Neo4jEndpoint neo4j;
  private final CompletableFuture<Neo4jEndpoint> neo4jReady;
  private final @Nullable EmbeddedKafka embeddedKafka;
  private final @Nullable EmbeddedNeo4j embeddedNeo4j;

  private EmbeddedServices(
      EvolveServicesProperties properties,
      @Nullable EmbeddedKafka embeddedKafka,
      @Nullable EmbeddedNeo4j embeddedNeo4j) {
    this.embeddedKafka = embeddedKafka;
    this.embeddedNeo4j = embeddedNeo4j;
    kafka =
        embeddedKafka == null
            ? new KafkaEndpoint(String.valueOf(properties.kafka().bootstrapServers()))
            : embeddedKafka.endpoint();
    neo4j = embeddedNeo4j == null ? external(properties.neo4j()) : embeddedNeo4j.endpoint();
    neo4jReady =
        embeddedNeo4j == null ? CompletableFuture.completedFuture(neo4j) : embeddedNeo4j.ready();
  }

  /**
   * Starts what is not given. Returns when Kafka answers; Neo4j may still be starting.
   *
   * @param home directory of all state
   * @throws EvolveException if Kafka cannot be had, or if a directory or port is taken; nothing is
   *     left running then
   */
  public static EmbeddedServices start(
      Path home, EvolveServicesProperties properties, ServiceListener listener) {
    EmbeddedKafka kafka = null;
    EmbeddedNeo4j neo4j = null;
    try {
      if (!properties.kafka().isExternal()) {
        kafka = EmbeddedKafka.prepare(home, properties.services().kafka(), listener);
      }
      if (!properties.neo4j().isExternal()) {
        neo4j = EmbeddedNeo4j.prepare(home, properties.services().neo4j(), listener);
        neo4j.start();
      }
      if (kafka != null) {
        kafka.start();
      }
      return new EmbeddedServices(properties, kafka, neo4j);
    } catch (RuntimeException e) {
      close(kafka, neo4j);
      throw e;
    }
  }

  private static Neo4jEndpoint external(EvolveServicesProperties.Neo4j properties) {
    String password = properties.password();
    return new Neo4jEndpoint(
        URI.create(String.valueOf(properties.uri())),
        properties.username(),
        password == null ? "" : password);
  }

  /** The broker; it answers. */
  public KafkaEndpoint kafka() {
    return kafka;
  }

  /** The database; it may still be starting, or be away. */
  public Neo4jEndpoint neo4j() {
    return neo4j;
  }

  /** Ends when the embedded database answers, or with why it does not; at once for a given one. */
  public CompletableFuture<Neo4jEndpoint> neo4jReady() {
    return neo4jReady;
  }

  /** How the embedded services are; the given ones are not listed. */
  public List<ServiceStatus> status() {
    List<ServiceStatus> status = new ArrayList<>();
    EmbeddedKafka broker = embeddedKafka;
    if (broker != null) {
      status.add(ServiceStatus.of("Kafka", broker.state(), broker.failure()));
    }
    EmbeddedNeo4j database = embeddedNeo4j;
    if (database != null) {
      status.add(ServiceStatus.of("Neo4j", database.state(), database.failure()));
    }
    return status;
  }

  @Override
  public void close() {
    close(embeddedKafka, embeddedNeo4j);
  }

  private static void close(@Nullable EmbeddedKafka kafka, @Nullable EmbeddedNeo4j neo4j) {
    if (neo4j != null) {
      neo4j.close();
    }
    if (kafka != null) {
      kafka.close();
    }
  }

  /**
   * How an embedded service is.
   *
   * @param service its name
   * @param state where it is in its life
   * @param problem why it failed; empty if it did not
   */
  public record ServiceStatus(String service, ServiceState state, String problem) {

    static ServiceStatus of(String service, ServiceState state, Optional<EvolveException> failure) {
      return new ServiceStatus(service, state, failure.map(EvolveException::getMessage).orElse(""));
    }
  }
}

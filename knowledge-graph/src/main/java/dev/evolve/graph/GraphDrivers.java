package dev.evolve.graph;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.NotificationClassification;

/**
 * Opens drivers whose waits are short: a question to a graph that is away must fail while its asker
 * still waits, and the projector has a patience of its own.
 */
public final class GraphDrivers {

  /** How long a connection may take to open, or to come free. */
  public static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);

  /** How long the driver tries a transaction again by itself. */
  public static final Duration RETRY_TIME = Duration.ofSeconds(5);

  /** Most connections that are open at once. */
  public static final int CONNECTIONS = 16;

  private GraphDrivers() {}

  /**
   * A driver; connects when it is first used.
   *
   * @param uri such as {@code bolt://127.0.0.1:7687}
   */
  public static Driver open(URI uri, String user, String password) {
    return GraphDatabase.driver(uri, AuthTokens.basic(user, password), config());
  }

  private static Config config() {
    return Config.builder()
        .withConnectionTimeout(CONNECTION_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .withConnectionAcquisitionTimeout(CONNECTION_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .withMaxTransactionRetryTime(RETRY_TIME.toMillis(), TimeUnit.MILLISECONDS)
        .withMaxConnectionPoolSize(CONNECTIONS)
        .withTelemetryDisabled(true)
        // A graph without events yet knows none of our labels: nothing to warn about.
        .withDisabledNotificationClassifications(Set.of(NotificationClassification.UNRECOGNIZED))
        .build();
  }
}

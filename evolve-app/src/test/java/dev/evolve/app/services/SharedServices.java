package dev.evolve.app.services;

import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.unit.DataSize;

/**
 * One real Kafka and one real Neo4j for all integration tests of a test run, started when first
 * asked for and stopped when the JVM ends. Tests must not assume them to be empty.
 *
 * <p>A test that asks for a service whose program was not built is skipped with the reason; with
 * {@code -Devolve.services.required=true} it fails instead.
 */
public final class SharedServices {

  private static @Nullable Path home;
  private static @Nullable EmbeddedKafka kafka;
  private static @Nullable EmbeddedNeo4j neo4j;
  private static RecordingListener neo4jListener = new RecordingListener();

  private SharedServices() {}

  /** A running broker. */
  public static synchronized KafkaEndpoint kafka() {
    EmbeddedKafka running = kafka;
    if (running == null) {
      running = EmbeddedKafka.prepare(home(), kafkaProperties(), ServiceListener.NONE);
      kafka = running;
      running.start();
    }
    return running.endpoint();
  }

  /** A running database. */
  public static synchronized Neo4jEndpoint neo4j() {
    EmbeddedNeo4j running = neo4j;
    if (running == null) {
      neo4jListener = new RecordingListener();
      running = EmbeddedNeo4j.prepare(home(), neo4jProperties(), neo4jListener);
      neo4j = running;
      running.start();
    }
    return running.ready().join();
  }

  /** What the database has told since it was last started. */
  static synchronized RecordingListener neo4jListener() {
    return neo4jListener;
  }

  /** Where the database's data, settings and password lie. */
  static synchronized Path neo4jDirectory() {
    return home().resolve("services").resolve("neo4j");
  }

  /** Kills the database as a crash would; who asks for it next gets it started again. */
  static synchronized EvolveException killNeo4j() throws Exception {
    neo4j();
    try (EmbeddedNeo4j running = Objects.requireNonNull(neo4j)) {
      ProcessHandle.of(running.pid().orElseThrow()).orElseThrow().destroyForcibly();
      return neo4jListener.awaitFailure();
    } finally {
      neo4j = null;
    }
  }

  /** How the embedded broker is started in tests; skips where its program is missing. */
  public static EvolveServicesProperties.KafkaService kafkaProperties() {
    return new EvolveServicesProperties.KafkaService(
        program("kafka-broker"),
        0,
        DataSize.ofMegabytes(256),
        Duration.ofSeconds(180),
        Duration.ofSeconds(20));
  }

  /** How the embedded database is started in tests; skips where its program is missing. */
  public static EvolveServicesProperties.Neo4jService neo4jProperties() {
    return new EvolveServicesProperties.Neo4jService(
        program("neo4j-server"),
        0,
        DataSize.ofMegabytes(384),
        DataSize.ofMegabytes(64),
        Duration.ofSeconds(300),
        Duration.ofSeconds(20));
  }

  private static Path program(String service) {
    Path file =
        Path.of("..", "services", service, "target", "service.classpath")
            .toAbsolutePath()
            .normalize();
    if (!Files.exists(file)) {
      String reason =
          service
              + " was not built (no "
              + file
              + "); run `mvn package -pl services/"
              + service
              + "`";
      if (Boolean.getBoolean("evolve.services.required")) {
        throw new AssertionError(reason);
      }
      Assumptions.abort(reason);
    }
    return file;
  }

  private static Path home() {
    Path directory = home;
    if (directory == null) {
      try {
        directory = Files.createTempDirectory("evolve-services");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      home = directory;
      Runtime.getRuntime()
          .addShutdownHook(new Thread(SharedServices::stopAndDelete, "stop-shared-services"));
    }
    return directory;
  }

  private static void stopAndDelete() {
    EmbeddedKafka broker = kafka;
    if (broker != null) {
      broker.close();
    }
    EmbeddedNeo4j database = neo4j;
    if (database != null) {
      database.close();
    }
    Path directory = home;
    if (directory != null) {
      FileSystemUtils.deleteRecursively(directory.toFile());
    }
  }
}

package dev.evolve.app.bench.search;

import dev.evolve.app.services.EmbeddedNeo4j;
import dev.evolve.app.services.EvolveServicesProperties;
import dev.evolve.app.services.Neo4jEndpoint;
import dev.evolve.app.services.ServiceListener;
import dev.evolve.app.services.StopAtExit;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.graph.GraphDrivers;
import dev.evolve.graph.GraphLimits;
import dev.evolve.graph.Neo4jImpactStore;
import dev.evolve.graph.Neo4jTrialStore;
import dev.evolve.impact.TrialStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CompletionException;
import org.neo4j.driver.Driver;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.FileSystemUtils;

/**
 * The product's own memory of trials: the database that Evolve embeds, started empty with the
 * settings of this process, in a directory that is gone afterwards. It ends with this process, also
 * when that is interrupted.
 */
final class KnowledgeStore implements AutoCloseable {

  private final StopAtExit database;
  private final Driver driver;
  private final TrialStore trials;

  private KnowledgeStore(StopAtExit database, Driver driver) {
    this.database = database;
    this.driver = driver;
    this.trials = new Neo4jTrialStore(driver, GraphLimits.STANDARD);
  }

  /**
   * Starts it; returns when it answers.
   *
   * @throws EvolveException if the database cannot be started; nothing is left of it then
   */
  static KnowledgeStore start() {
    return start(settings());
  }

  static KnowledgeStore start(EvolveServicesProperties.Neo4jService settings) {
    Path home = directory();
    EmbeddedNeo4j database;
    try {
      database = EmbeddedNeo4j.prepare(home, settings, ServiceListener.NONE);
    } catch (RuntimeException e) {
      delete(home);
      throw e;
    }
    StopAtExit stopping = StopAtExit.of(() -> stop(database, home));
    try {
      return started(database, stopping);
    } catch (RuntimeException e) {
      stopping.close();
      throw e;
    }
  }

  private static KnowledgeStore started(EmbeddedNeo4j database, StopAtExit stopping) {
    Neo4jEndpoint endpoint = ready(database);
    Driver driver = GraphDrivers.open(endpoint.uri(), endpoint.username(), endpoint.password());
    try {
      new Neo4jImpactStore(driver, GraphLimits.STANDARD, InstantSource.system()).prepare();
      return new KnowledgeStore(stopping, driver);
    } catch (RuntimeException e) {
      driver.close();
      throw e;
    }
  }

  private static void stop(EmbeddedNeo4j database, Path home) {
    database.close();
    delete(home);
  }

  private static Neo4jEndpoint ready(EmbeddedNeo4j database) {
    try {
      return database.start().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof EvolveException failure) {
        throw failure;
      }
      throw new EvolveException(
          ErrorCode.SERVICE_FAILED, "the knowledge store did not start: " + e.getCause(), e);
    }
  }

  /** Settings as the service has them: from system properties and the environment. */
  private static EvolveServicesProperties.Neo4jService settings() {
    return Binder.get(new StandardEnvironment())
        .bindOrCreate("evolve.services.neo4j", EvolveServicesProperties.Neo4jService.class);
  }

  private static Path directory() {
    try {
      return Files.createTempDirectory("evolve-bench-knowledge");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) {
    try {
      FileSystemUtils.deleteRecursively(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it remembers. */
  TrialStore trials() {
    return trials;
  }

  @Override
  public void close() {
    driver.close();
    database.close();
  }
}

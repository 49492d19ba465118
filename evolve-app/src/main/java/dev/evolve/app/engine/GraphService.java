package dev.evolve.app.engine;

import dev.evolve.app.bus.KafkaEventLog;
import dev.evolve.app.services.Neo4jEndpoint;
import dev.evolve.graph.GraphDrivers;
import dev.evolve.graph.GraphLimits;
import dev.evolve.graph.GraphProjector;
import dev.evolve.graph.Neo4jImpactStore;
import dev.evolve.graph.Neo4jTrialStore;
import dev.evolve.graph.ProjectionStatus;
import dev.evolve.graph.ProjectorLimits;
import dev.evolve.impact.ImpactStore;
import dev.evolve.impact.TrialStore;
import java.time.InstantSource;
import org.neo4j.driver.Driver;

/**
 * The graph: follows the log into the database, whenever that answers, and answers questions.
 * Nothing waits for it; while the database is away, questions are refused and the projection tries
 * again.
 */
final class GraphService implements AutoCloseable {

  private final Driver driver;
  private final Neo4jImpactStore store;
  private final Neo4jTrialStore trials;
  private final GraphProjector projector;

  /**
   * @param endpoint the database; may still be starting
   * @param log the log of record
   * @param clock times of migrations and retries
   */
  GraphService(Neo4jEndpoint endpoint, KafkaEventLog log, InstantSource clock) {
    this.driver = GraphDrivers.open(endpoint.uri(), endpoint.username(), endpoint.password());
    this.store = new Neo4jImpactStore(driver, GraphLimits.STANDARD, clock);
    this.trials = new Neo4jTrialStore(driver, GraphLimits.STANDARD);
    this.projector =
        new GraphProjector(
                store,
                (positions, listener) -> log.follow(positions, listener::onEvent),
                ProjectorLimits.STANDARD,
                clock)
            .start();
  }

  /** Answers questions. */
  ImpactStore store() {
    return store;
  }

  /** What was measured where, for searches to start from. */
  TrialStore trials() {
    return trials;
  }

  /** How far the graph is behind the log. */
  ProjectionStatus status() {
    return projector.status();
  }

  @Override
  public void close() {
    projector.close();
    driver.close();
  }
}

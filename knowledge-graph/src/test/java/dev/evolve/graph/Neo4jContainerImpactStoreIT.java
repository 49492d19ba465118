package dev.evolve.graph;

import java.net.URI;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.neo4j.Neo4jContainer;

/** The same store on Neo4j in a container; skipped where there is no container engine. */
@Testcontainers(disabledWithoutDocker = true)
class Neo4jContainerImpactStoreIT extends Neo4jImpactStoreContract {

  @Container
  private static final Neo4jContainer CONTAINER = new Neo4jContainer("neo4j:2026.08.1-community");

  @Override
  GraphServer server() {
    return new GraphServer(
        URI.create(CONTAINER.getBoltUrl()), "neo4j", CONTAINER.getAdminPassword());
  }
}

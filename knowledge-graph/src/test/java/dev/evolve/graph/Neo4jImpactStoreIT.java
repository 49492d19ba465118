package dev.evolve.graph;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The store on a server process of its own. */
class Neo4jImpactStoreIT extends Neo4jImpactStoreContract {

  @Override
  GraphServer server() {
    assumeTrue(Neo4jProcess.missing().isEmpty(), Neo4jProcess.missing());
    return Neo4jProcess.shared();
  }
}

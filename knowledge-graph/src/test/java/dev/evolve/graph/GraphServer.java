package dev.evolve.graph;

import java.net.URI;
import org.neo4j.driver.Driver;

/**
 * A running Neo4j.
 *
 * @param uri where it speaks Bolt
 * @param user who may sign in
 * @param password with what
 */
record GraphServer(URI uri, String user, String password) {

  Driver open() {
    return GraphDrivers.open(uri, user, password);
  }
}

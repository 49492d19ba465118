package dev.evolve.app.services;

import java.net.URI;

/**
 * Where a database is and how to sign in. The embedded one may still be starting.
 *
 * @param uri its Bolt address
 * @param username who signs in
 * @param password with what; not part of the text form
 */
public record Neo4jEndpoint(URI uri, String username, String password) {

  @Override
  public String toString() {
    return "Neo4jEndpoint[" + uri + " as " + username + "]";
  }
}

package dev.evolve.graph;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the Cypher that this module ships as resources. */
final class CypherFile {

  private CypherFile() {}

  /** The text of a resource beside this class, such as {@code queries/positions.cypher}. */
  static String read(String name) {
    try (InputStream in = CypherFile.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is not in this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + name, e);
    }
  }
}

package dev.evolve.graph;

/** The questions that are asked of the graph, each a fixed text with parameters. */
final class GraphQueries {

  static final String IMPROVEMENTS_ON_HARDWARE =
      CypherFile.read("queries/improvements-on-hardware.cypher");
  static final String IMPROVEMENTS_ANYWHERE =
      CypherFile.read("queries/improvements-anywhere.cypher");
  static final String GATE_FAILURES = CypherFile.read("queries/gate-failures.cypher");
  static final String POSITIONS = CypherFile.read("queries/positions.cypher");
  static final String POSITION_LOCKED = CypherFile.read("queries/position-locked.cypher");
  static final String POSITION_ADVANCED = CypherFile.read("queries/position-advanced.cypher");
  static final String KNOWN_EVENTS = CypherFile.read("queries/known-events.cypher");

  private GraphQueries() {}
}

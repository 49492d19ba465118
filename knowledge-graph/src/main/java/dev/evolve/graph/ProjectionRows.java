package dev.evolve.graph;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The rows of a batch, by the write that takes them, in the order of the events. */
final class ProjectionRows {

  private final EnumMap<GraphWrite, List<Map<String, Object>>> rows =
      new EnumMap<>(GraphWrite.class);

  void add(GraphWrite write, Row row) {
    rows.computeIfAbsent(write, w -> new ArrayList<>()).add(row.toMap());
  }

  /** The writes that have rows, in the order in which they are made. */
  Map<GraphWrite, List<Map<String, Object>>> byWrite() {
    return rows;
  }
}

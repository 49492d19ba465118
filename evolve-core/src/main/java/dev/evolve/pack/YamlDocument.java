package dev.evolve.pack;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * A YAML document as a JSON tree that knows its lines.
 *
 * @param root the tree; a missing node if nothing could be read
 * @param lines line of every field by its path, such as {@code scenarios[1].name}
 */
record YamlDocument(JsonNode root, Map<String, Integer> lines) {

  YamlDocument {
    lines = Map.copyOf(lines);
  }

  /** The line of a field, or of the nearest field around it. */
  int line(String field) {
    String path = field;
    while (!path.isEmpty() && !lines.containsKey(path)) {
      path = FieldPath.parent(path);
    }
    return lines.getOrDefault(path, 1);
  }
}

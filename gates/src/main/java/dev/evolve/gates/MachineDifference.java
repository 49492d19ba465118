package dev.evolve.gates;

import dev.evolve.json.Json;
import dev.evolve.pack.HardwareProfile;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** In which fields two machines differ. */
final class MachineDifference {

  private MachineDifference() {}

  /** For people: each field that differs, as it was wanted and as it was found. */
  static String between(HardwareProfile wanted, HardwareProfile found) {
    JsonNode left = Json.readTree(Json.write(wanted));
    JsonNode right = Json.readTree(Json.write(found));
    List<String> differences = new ArrayList<>();
    for (String field : left.propertyNames()) {
      if (!left.path(field).equals(right.path(field))) {
        differences.add(field + " " + right.path(field) + " instead of " + left.path(field));
      }
    }
    return String.join("; ", differences);
  }
}

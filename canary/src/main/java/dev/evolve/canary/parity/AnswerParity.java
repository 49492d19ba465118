package dev.evolve.canary.parity;

import dev.evolve.canary.http.HttpResponse;
import dev.evolve.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Compares two arms' answers to the same request: equal status, the same JSON numbers at the same
 * places, each within a tolerance. Other JSON values are not compared, since they may be names or
 * times; an answer that is not JSON must be the same bytes.
 */
public final class AnswerParity {

  private final double relativeTolerance;
  private final double scaleTolerance;
  private final Set<String> volatileFields;

  /** One part in ten thousand of a number, or one in a million of the answer's largest. */
  public static AnswerParity standard() {
    return new AnswerParity(1e-4, 1e-6, Set.of("elapsedNs"));
  }

  /**
   * @param relativeTolerance accepted difference as a share of the larger of the two numbers
   * @param scaleTolerance accepted difference as a share of the answer's largest number; it is what
   *     a sum that nearly cancels may differ by
   * @param volatileFields names of fields that differ from one answer to the next, such as a time
   */
  public AnswerParity(double relativeTolerance, double scaleTolerance, Set<String> volatileFields) {
    this.relativeTolerance = relativeTolerance;
    this.scaleTolerance = scaleTolerance;
    this.volatileFields = Set.copyOf(volatileFields);
  }

  /** Whether the two say the same. */
  public boolean agree(HttpResponse baseline, HttpResponse candidate) {
    if (baseline.status() != candidate.status()) {
      return false;
    }
    JsonNode wanted = json(baseline.body());
    JsonNode found = json(candidate.body());
    if (wanted == null || found == null) {
      return Arrays.equals(baseline.body(), candidate.body());
    }
    return agree(numbers(wanted), numbers(found));
  }

  private boolean agree(Map<String, Double> wanted, Map<String, Double> found) {
    if (!wanted.keySet().equals(found.keySet())) {
      return false;
    }
    double largest = wanted.values().stream().mapToDouble(Math::abs).max().orElse(0);
    return wanted.entrySet().stream()
        .allMatch(entry -> agree(entry.getValue(), found.get(entry.getKey()), largest));
  }

  private boolean agree(double wanted, @Nullable Double found, double largest) {
    if (found == null) {
      return false;
    }
    double larger = Math.max(Math.abs(wanted), Math.abs(found));
    double accepted = Math.max(relativeTolerance * larger, scaleTolerance * largest);
    // Written so that a number too large for a double, which is infinite here, never agrees.
    return wanted == found
        ? Double.isFinite(wanted)
        : Math.abs(wanted - found) <= accepted && Double.isFinite(accepted);
  }

  private static @Nullable JsonNode json(byte[] body) {
    try {
      JsonNode tree = Json.readTree(new String(body, StandardCharsets.UTF_8));
      return tree.isMissingNode() ? null : tree;
    } catch (IllegalArgumentException ignored) {
      return null;
    }
  }

  private Map<String, Double> numbers(JsonNode tree) {
    Map<String, Double> numbers = new TreeMap<>();
    collect(tree, "", numbers);
    return numbers;
  }

  /** The depth is bounded by the JSON reader. */
  private void collect(JsonNode node, String place, Map<String, Double> numbers) {
    if (node.isNumber()) {
      numbers.put(place, node.doubleValue());
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect(node.get(i), place + "/" + i, numbers);
      }
    } else {
      node.properties().stream()
          .filter(field -> !volatileFields.contains(field.getKey()))
          .forEach(field -> collect(field.getValue(), place + "/" + field.getKey(), numbers));
    }
  }
}

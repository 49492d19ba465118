package dev.evolve.app.tune;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the values of all metrics in what a command printed: lines {@code name: value} or {@code
 * name=value}, with a unit behind it if you like and several on a line; objects of JSON in a line,
 * {@code {"time_ms": 1.2, "memory_mb": 33}}; and lines {@code {"metric": "time_ms", "value": 1.2}}.
 * A metric that is printed more than once has the mean.
 */
final class PrintedMetrics {

  private static final JsonMapper MAPPER = JsonMapper.shared();

  /** A comma ends a number only before a space: 1,234 is no value, rather than one. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?<![\\w.-])([A-Za-z_][\\w.-]*)\\s*[:=]\\s*"
              + "([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)(?=$|[;\\sA-Za-z%µ]|,\\s)");

  private final SequencedMap<String, List<Double>> found = new LinkedHashMap<>();

  private PrintedMetrics() {}

  /** Values by name, in the order in which they were first printed; a map of the caller's own. */
  static SequencedMap<String, Double> of(String output) {
    PrintedMetrics printed = new PrintedMetrics();
    output.lines().map(String::strip).forEach(printed::read);
    SequencedMap<String, Double> means = new LinkedHashMap<>();
    printed.found.forEach(
        (name, values) ->
            means.put(
                name, values.stream().mapToDouble(Double::doubleValue).average().orElseThrow()));
    return means;
  }

  private void read(String line) {
    if (!line.startsWith("{")) {
      Matcher matcher = NAMED.matcher(line);
      while (matcher.find()) {
        add(matcher.group(1), Double.parseDouble(matcher.group(2)));
      }
      return;
    }
    try {
      read(MAPPER.readTree(line));
    } catch (JacksonException e) {
      // No JSON after all: such a line says nothing.
      return;
    }
  }

  private void read(JsonNode node) {
    if (node.path("metric").isString()) {
      if (node.path("value").isNumber()) {
        add(node.path("metric").stringValue(), node.path("value").doubleValue());
      }
      return;
    }
    Set<Map.Entry<String, JsonNode>> fields = new LinkedHashSet<>(node.properties());
    for (Map.Entry<String, JsonNode> field : fields) {
      if (field.getValue().isNumber()) {
        add(field.getKey(), field.getValue().doubleValue());
      }
    }
  }

  private void add(String name, double value) {
    if (Double.isFinite(value)) {
      found.computeIfAbsent(name, any -> new ArrayList<>()).add(value);
    }
  }
}

package dev.evolve.measure;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the lines {@code {"metric": "time", "value": 12.5, "unit": "ns"}} of a bench. The output is
 * hostile: a line that looks like a metric and is not exactly one makes the whole output bad, and
 * so does a metric that is missing, given twice, or in another unit. {@code NaN} and {@code
 * Infinity} are read as such, so that a gate can fail them. Other lines are ignored and kept as a
 * hint.
 */
final class BenchOutputReader {

  private static final int REST_KEPT = 1000;
  private static final int LONGEST_METRIC_LINE = 1000;
  private static final Set<String> FIELDS = Set.of("metric", "value", "unit");

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private final List<Metric> declared;

  BenchOutputReader(BenchPack pack) {
    this.declared = pack.metrics();
  }

  BenchOutput read(String standardOutput) {
    Reading reading = new Reading();
    standardOutput.lines().forEach(reading::line);
    for (Metric metric : declared) {
      reading.check(metric);
    }
    return reading.result();
  }

  /** One reading of one output. */
  private final class Reading {

    private final TreeMap<String, MetricValue> found = new TreeMap<>();
    private final Set<String> unknown = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();
    private final StringBuilder rest = new StringBuilder();

    void line(String text) {
      String line = text.strip();
      if (!line.startsWith("{")) {
        keep(line);
        return;
      }
      if (line.length() > LONGEST_METRIC_LINE) {
        problems.add("a metric line is longer than " + LONGEST_METRIC_LINE + " characters");
        return;
      }
      try {
        object(line, MAPPER.readTree(line));
      } catch (JacksonException e) {
        problems.add("not JSON: " + Printable.of(line, 200));
      }
    }

    private void object(String line, JsonNode node) {
      if (!node.has("metric")) {
        keep(line);
        return;
      }
      JsonNode value = node.path("value");
      boolean exact =
          Set.copyOf(node.propertyNames()).equals(FIELDS)
              && node.path("metric").isString()
              && node.path("unit").isString()
              && value.isNumber();
      if (!exact) {
        problems.add("not a metric with a name, a number and a unit: " + Printable.of(line, 200));
        return;
      }
      metric(node.path("metric").stringValue(), value.doubleValue(), node.path("unit"));
    }

    private void metric(String name, double value, JsonNode unit) {
      if (declared.stream().noneMatch(metric -> metric.name().equals(name))) {
        unknown.add(Printable.of(name, 100));
      } else if (found.put(name, new MetricValue(value, unit.stringValue())) != null) {
        problems.add("metric " + name + " is given twice");
      }
    }

    void check(Metric metric) {
      MetricValue value = found.get(metric.name());
      if (value == null) {
        problems.add("metric " + metric.name() + " is missing");
      } else if (!value.unit().equals(metric.unit())) {
        problems.add(
            "metric %s is in %s, the pack declares %s"
                .formatted(metric.name(), Printable.of(value.unit(), 50), metric.unit()));
        found.remove(metric.name());
      }
    }

    private void keep(String line) {
      if (rest.length() < REST_KEPT && !line.isEmpty()) {
        rest.append(Printable.of(line, REST_KEPT - rest.length())).append('\n');
      }
    }

    BenchOutput result() {
      if (!unknown.isEmpty()) {
        keep("metrics that the pack does not declare: " + String.join(", ", unknown));
      }
      String problem = problems.isEmpty() ? "" : problems.getFirst();
      return new BenchOutput(found, problem, rest.toString());
    }
  }
}

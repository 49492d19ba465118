package dev.evolve.measure;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Metric;
import dev.evolve.pack.OutputDemands.DeclaredHash;
import dev.evolve.pack.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the lines {@code {"metric": "time", "value": 12.5, "unit": "ns"}} and {@code {"hash":
 * "graph", "value": "9f86d081"}} of a bench. The output is hostile: a line that looks like one of
 * them and is not exactly one makes the whole output bad, and so does a declared metric or hash
 * that is missing, one given twice, or a metric in another unit. {@code NaN} and {@code Infinity}
 * are read as such, so that a gate can fail them. Other lines are ignored and kept as a hint.
 *
 * <p>A pack may name the format of an existing suite instead; lines of hashes may stand beside it.
 */
final class BenchOutputReader {

  private static final int REST_KEPT = 1000;
  private static final int LONGEST_METRIC_LINE = 1000;
  private static final int MOST_HASHES = 64;
  private static final Set<String> FIELDS = Set.of("metric", "value", "unit");
  private static final Set<String> HASH_FIELDS = Set.of("hash", "value");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,63}");
  private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{8,128}");

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private final List<Metric> declared;
  private final List<DeclaredHash> hashes;
  private final @Nullable Suite suite;

  BenchOutputReader(BenchPack pack) {
    this.declared = pack.metrics();
    this.hashes = pack.output().demands().hashes();
    this.suite = pack.bench().suite();
  }

  BenchOutput read(String standardOutput) {
    Reading reading = new Reading();
    if (suite == null) {
      standardOutput.lines().forEach(reading::line);
    } else {
      standardOutput.lines().filter(BenchOutputReader::isHash).forEach(reading::line);
      String rest =
          standardOutput.lines().filter(line -> !isHash(line)).collect(Collectors.joining("\n"));
      reading.take(new SuiteOutputReader(declared, suite).read(rest));
    }
    for (Metric metric : declared) {
      reading.check(metric);
    }
    hashes.forEach(reading::check);
    return reading.result();
  }

  private static boolean isHash(String line) {
    return line.startsWith("{\"hash\"");
  }

  /** One reading of one output. */
  private final class Reading {

    private final TreeMap<String, MetricValue> found = new TreeMap<>();
    private final TreeMap<String, String> foundHashes = new TreeMap<>();
    private final Set<String> unknown = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();
    private final StringBuilder rest = new StringBuilder();

    /** What a suite printed. */
    void take(BenchOutput printed) {
      found.putAll(printed.metrics());
      if (!printed.problem().isEmpty()) {
        problems.add(printed.problem());
      }
      printed.rest().lines().forEach(this::keep);
    }

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
      if (node.has("hash")) {
        hash(line, node);
        return;
      }
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

    private void hash(String line, JsonNode node) {
      String name = node.path("hash").asString("");
      String value = node.path("value").asString("");
      boolean exact =
          Set.copyOf(node.propertyNames()).equals(HASH_FIELDS)
              && NAME.matcher(name).matches()
              && DIGITS.matcher(value).matches();
      if (!exact) {
        problems.add(
            "not a hash with a name and 8 to 128 hexadecimal digits: " + Printable.of(line, 200));
      } else if (foundHashes.put(name, value) != null) {
        problems.add("hash " + name + " is given twice");
      } else if (foundHashes.size() > MOST_HASHES) {
        problems.add("more than " + MOST_HASHES + " hashes");
      }
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

    void check(DeclaredHash hash) {
      if (!foundHashes.containsKey(hash.name())) {
        problems.add("hash " + hash.name() + " is missing, which the pack declares");
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
      return new BenchOutput(found, foundHashes, problem, rest.toString());
    }
  }
}

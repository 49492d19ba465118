package dev.evolve.app.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the measured value in what a command printed: lines {@code {"metric": "time", "value":
 * 1.5}}, each a sample; or, where there are none and no metric was asked for, the number that the
 * last line is or begins with.
 */
final class PrintedMetric {

  private static final JsonMapper MAPPER = JsonMapper.shared();

  private PrintedMetric() {}

  /** The samples of a metric in an output; empty if there are none. */
  static List<Double> samples(String output, @Nullable String metric) {
    List<Double> samples = new ArrayList<>();
    String wanted = metric == null ? "time" : metric;
    for (String line : output.lines().map(String::strip).toList()) {
      if (line.startsWith("{")) {
        named(line, wanted).ifPresent(samples::add);
      }
    }
    if (samples.isEmpty() && metric == null) {
      plain(output).ifPresent(samples::add);
    }
    return samples;
  }

  private static Optional<Double> named(String line, String wanted) {
    try {
      JsonNode node = MAPPER.readTree(line);
      boolean isWanted = node.path("metric").asString("").equals(wanted);
      return isWanted && node.path("value").isNumber()
          ? finite(node.path("value").doubleValue())
          : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private static Optional<Double> plain(String output) {
    String last = output.strip().lines().reduce("", (before, line) -> line).strip();
    try {
      return finite(Double.parseDouble(last.split("\\s+", 2)[0]));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Double> finite(double value) {
    return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
  }
}

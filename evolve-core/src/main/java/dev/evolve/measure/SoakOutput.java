package dev.evolve.measure;

import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * How far a soak command says it has come: the last whole line {@code {"work": 123}} or {@code
 * {"work": 123, "memory": 4567}} of its output. The output is hostile: a line that begins so and is
 * none makes it bad.
 *
 * @param work units of work done; 0 before the first line
 * @param memoryBytes bytes held; empty if it prints none
 * @param problem what is wrong with the output; empty if nothing is
 */
record SoakOutput(double work, OptionalDouble memoryBytes, String problem) {

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String BEGIN = "{\"work\"";

  static SoakOutput of(String output) {
    int end = output.lastIndexOf('\n');
    return output
        .substring(0, Math.max(0, end))
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(BEGIN))
        .reduce((first, second) -> second)
        .map(SoakOutput::read)
        .orElse(new SoakOutput(0, OptionalDouble.empty(), ""));
  }

  private static SoakOutput read(String line) {
    try {
      JsonNode node = MAPPER.readTree(line);
      Optional<Double> work = amount(node.path("work"));
      Optional<Double> memory = amount(node.path("memory"));
      boolean bad = work.isEmpty() || (node.has("memory") && memory.isEmpty());
      if (!bad) {
        return new SoakOutput(
            work.get(), memory.map(OptionalDouble::of).orElse(OptionalDouble.empty()), "");
      }
    } catch (JacksonException e) {
      return bad(line);
    }
    return bad(line);
  }

  private static SoakOutput bad(String line) {
    return new SoakOutput(
        0,
        OptionalDouble.empty(),
        "no progress with work and memory of 0 or more: " + Printable.of(line, 200));
  }

  private static Optional<Double> amount(JsonNode node) {
    return node.isNumber() && Double.isFinite(node.doubleValue()) && node.doubleValue() >= 0
        ? Optional.of(node.doubleValue())
        : Optional.empty();
  }
}

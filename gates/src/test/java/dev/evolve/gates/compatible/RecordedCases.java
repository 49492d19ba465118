package dev.evolve.gates.compatible;

import dev.evolve.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;

/** The cases of the original projects, as the project ships them for its bench. */
final class RecordedCases {

  private static final Path DIRECTORY = Path.of("../bench-data/perf-series");

  private RecordedCases() {}

  static JsonNode json(String file) {
    return Json.mapper().readTree(DIRECTORY.resolve(file));
  }

  static String compressed(String file) {
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(DIRECTORY.resolve(file)))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Numbers; null is NaN. */
  static double[] numbers(JsonNode array) {
    return array
        .valueStream()
        .mapToDouble(value -> value.isNull() ? Double.NaN : value.doubleValue())
        .toArray();
  }
}

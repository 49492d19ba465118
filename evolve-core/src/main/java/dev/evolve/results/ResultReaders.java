package dev.evolve.results;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads result files, of a format that is named or else told from what they hold. */
public final class ResultReaders {

  /** Most characters that are read of one source. */
  public static final int LARGEST = 32 * 1024 * 1024;

  /** Lines of chatter after which a format is not looked for any more. */
  private static final int MOST_LINES_TO_TELL = 10_000;

  private static final Map<ResultFormat, ResultReader> READERS =
      Map.of(
          ResultFormat.GOOGLE_BENCHMARK, new GoogleBenchmarkReader(),
          ResultFormat.JMH, new JmhReader(),
          ResultFormat.CRITERION, new CriterionReader(),
          ResultFormat.CARGO_CRITERION, new CargoCriterionReader(),
          ResultFormat.HYPERFINE, new HyperfineReader(),
          ResultFormat.PYTEST_BENCHMARK, new PytestBenchmarkReader(),
          ResultFormat.GO_BENCH, new GoBenchReader(),
          ResultFormat.METRIC_LINES, new MetricLinesReader());

  private ResultReaders() {}

  /**
   * Reads a source.
   *
   * @param format its format; null to tell it from the text
   * @throws UnreadableResultException saying where in the file what is wrong
   */
  public static ResultFile read(ResultSource source, @Nullable ResultFormat format) {
    long size = source.parts().stream().mapToLong(part -> part.text().length()).sum();
    if (size > LARGEST) {
      throw new UnreadableResultException(
          source.name(),
          "",
          "wanted at most " + LARGEST + " characters, found " + size + "; give fewer runs a file");
    }
    ResultFormat found = format == null ? detect(source) : format;
    ResultReader reader = READERS.get(found);
    if (reader == null) {
      throw new IllegalStateException("no reader of " + found);
    }
    return reader.read(source);
  }

  private static ResultFormat detect(ResultSource source) {
    if (source.parts().size() > 1 || !source.parts().getFirst().path().isEmpty()) {
      return ResultFormat.CRITERION;
    }
    String text = source.parts().getFirst().text();
    return detect(text).orElseThrow(() -> unknown(source.name(), text));
  }

  private static UnreadableResultException unknown(String file, String text) {
    String start = text.stripLeading();
    if (start.startsWith("{") || start.startsWith("[")) {
      JsonPlace.root(file, "", text);
    }
    return new UnreadableResultException(
        file,
        "",
        "wanted one of %s, found \"%s\"; if it is one of them, name it with --format"
            .formatted(String.join(", ", ResultFormat.wireNames()), ResultText.shown(start, 60)));
  }

  private static Optional<ResultFormat> detect(String text) {
    String start = text.stripLeading();
    if (start.startsWith("{") || start.startsWith("[")) {
      Optional<ResultFormat> whole = JsonPlace.tree(text).flatMap(ResultReaders::ofTree);
      if (whole.isPresent()) {
        return whole;
      }
    }
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .limit(MOST_LINES_TO_TELL)
        .map(ResultReaders::ofLine)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<ResultFormat> ofTree(JsonNode root) {
    if (root.isArray()) {
      return root.path(0).has("primaryMetric") ? Optional.of(ResultFormat.JMH) : Optional.empty();
    }
    if (root.path("results").isArray()) {
      return Optional.of(ResultFormat.HYPERFINE);
    }
    if (root.path("benchmarks").isArray()) {
      return root.has("machine_info")
          ? Optional.of(ResultFormat.PYTEST_BENCHMARK)
          : root.has("context") ? Optional.of(ResultFormat.GOOGLE_BENCHMARK) : Optional.empty();
    }
    return ofObject(root);
  }

  private static Optional<ResultFormat> ofObject(JsonNode object) {
    return object.has("metric")
        ? Optional.of(ResultFormat.METRIC_LINES)
        : object.has("reason") ? Optional.of(ResultFormat.CARGO_CRITERION) : Optional.empty();
  }

  private static Optional<ResultFormat> ofLine(String line) {
    if (line.startsWith("{")) {
      return JsonPlace.tree(line).flatMap(ResultReaders::ofObject);
    }
    String lower = line.toLowerCase(Locale.ROOT);
    return lower.startsWith("goos: ") || line.matches("Benchmark\\S*\\s+\\d+\\s+\\S+\\s+\\S.*")
        ? Optional.of(ResultFormat.GO_BENCH)
        : Optional.empty();
  }
}

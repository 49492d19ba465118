package dev.evolve.app.api;

import dev.evolve.gates.compare.CompareOptions;
import dev.evolve.results.InlineRun;
import dev.evolve.results.InlineRun.InlineMeasurement;
import dev.evolve.results.ResultFile;
import dev.evolve.results.ResultFormat;
import dev.evolve.results.ResultReaders;
import dev.evolve.results.ResultSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A comparison to judge.
 *
 * @param baseline runs of the baseline, in the order they were made
 * @param candidate runs of the candidate, in the order they were made
 * @param order who ran when, such as {@code ABBA...}; absent to take it from the runs
 * @param floor share by which a metric may be worse; 0.02 if absent
 * @param confidence one-sided confidence; 0.994 if absent
 * @param sessionMinutes longest time from one run to the next; 60 if absent
 * @param metrics metrics to judge; all of which is known which way is better if absent
 * @param lower metrics of which less is better
 * @param higher metrics of which more is better
 */
record GateBody(
    List<Run> baseline,
    List<Run> candidate,
    @Nullable String order,
    @Nullable Double floor,
    @Nullable Double confidence,
    @Nullable Integer sessionMinutes,
    @Nullable List<String> metrics,
    @Nullable List<String> lower,
    @Nullable List<String> higher) {

  GateBody {
    baseline = baseline == null ? List.of() : List.copyOf(baseline);
    candidate = candidate == null ? List.of() : List.copyOf(candidate);
    metrics = metrics == null ? null : List.copyOf(metrics);
    lower = lower == null ? null : List.copyOf(lower);
    higher = higher == null ? null : List.copyOf(higher);
  }

  /**
   * A run: the text of a result file, or of the files of a directory, or measurements.
   *
   * @param name of the file or the run
   * @param format of the text; told from it if absent
   * @param text what the file holds
   * @param parts instead, what the files of Criterion's directory hold, by path
   * @param at instead, with measurements: when it was made
   * @param machine with measurements: what identifies the machine
   * @param measurements instead: what was measured
   */
  record Run(
      String name,
      @Nullable String format,
      @Nullable String text,
      @Nullable Map<String, String> parts,
      @Nullable Instant at,
      @Nullable Map<String, String> machine,
      @Nullable List<InlineMeasurement> measurements) {

    Run {
      parts = parts == null ? null : Map.copyOf(parts);
      measurements = measurements == null ? null : List.copyOf(measurements);
    }

    private ResultFile file() {
      if (name == null || name.isBlank() || name.length() > 500) {
        throw new IllegalArgumentException("every run needs a name of up to 500 characters");
      }
      int ways = (text == null ? 0 : 1) + (parts == null ? 0 : 1) + (measurements == null ? 0 : 1);
      if (ways != 1) {
        throw new IllegalArgumentException(
            "run " + name + " needs one of text, parts and measurements, found " + ways);
      }
      return measurements == null
          ? ResultReaders.read(source(), formatOrNull())
          : new InlineRun(name, at, machine, measurements).file();
    }

    private ResultSource source() {
      return parts == null
          ? ResultSource.of(name, String.valueOf(text))
          : new ResultSource(
              name,
              new TreeMap<>(parts)
                  .entrySet().stream()
                      .map(entry -> new ResultSource.Part(entry.getKey(), entry.getValue()))
                      .toList());
    }

    private @Nullable ResultFormat formatOrNull() {
      return format == null
          ? null
          : ResultFormat.named(format)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "format is one of "
                              + String.join(", ", ResultFormat.wireNames())
                              + ", not "
                              + format));
    }
  }

  /** The options. */
  CompareOptions options() {
    return new CompareOptions(
        floor == null ? CompareOptions.STANDARD_FLOOR : floor,
        confidence == null ? CompareOptions.STANDARD_CONFIDENCE : confidence,
        order,
        false,
        sessionMinutes == null
            ? CompareOptions.STANDARD_SESSION
            : Duration.ofMinutes(sessionMinutes),
        metrics == null ? List.of() : metrics,
        lower == null ? List.of() : lower,
        higher == null ? List.of() : higher);
  }

  /** The runs of an arm. */
  static List<ResultFile> files(List<Run> runs) {
    return runs.stream().map(Run::file).toList();
  }
}

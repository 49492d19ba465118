package dev.evolve.app.bench.search;

import dev.evolve.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;

/**
 * What other tuners scored on spaces of the same source.
 *
 * @param source how the figures were got
 * @param labels names for people
 * @param results by space, then by label
 */
record Rivals(
    String source,
    SequencedMap<String, String> labels,
    SequencedMap<String, SequencedMap<String, Figures>> results) {

  /**
   * A rival on a space.
   *
   * @param score as ours
   * @param reached share of runs that came 95 % of the way
   * @param found share of runs that found the optimum
   * @param repeats runs
   * @param cpuMillisPerEvaluation its own time
   */
  record Figures(
      double score, double reached, double found, int repeats, double cpuMillisPerEvaluation) {}

  static Rivals read(Path file) {
    try {
      return Json.read(Files.readString(file), Rivals.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the rivals' figures", e);
    }
  }

  String name(String label) {
    return labels.getOrDefault(label, label);
  }

  /** The mean of a rival over spaces; empty if it was not run on all of them. */
  OptionalDouble mean(String label, List<String> spaces, ToDoubleFunction<Figures> figure) {
    double sum = 0;
    for (String space : spaces) {
      Figures figures =
          Optional.ofNullable(results.get(space)).map(all -> all.get(label)).orElse(null);
      if (figures == null) {
        return OptionalDouble.empty();
      }
      sum += figure.applyAsDouble(figures);
    }
    return spaces.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum / spaces.size());
  }

  /** The mean over spaces of the best score that any rival has on each, chosen in hindsight. */
  OptionalDouble bestInHindsight(List<String> spaces) {
    double sum = 0;
    for (String space : spaces) {
      Optional<Map.Entry<String, Figures>> best = best(space);
      if (best.isEmpty()) {
        return OptionalDouble.empty();
      }
      sum += best.get().getValue().score();
    }
    return spaces.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum / spaces.size());
  }

  /** The rival of the best score on a space. */
  Optional<Map.Entry<String, Figures>> best(String space) {
    return Optional.ofNullable(results.get(space)).stream()
        .flatMap(all -> all.entrySet().stream())
        .max(java.util.Comparator.comparingDouble(entry -> entry.getValue().score()));
  }
}

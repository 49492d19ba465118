package dev.evolve.app.bench.gates;

import dev.evolve.error.EvolveException;
import dev.evolve.gates.compare.CompareOptions;
import dev.evolve.gates.compare.Comparison;
import dev.evolve.results.ResultFile;
import dev.evolve.results.ResultReaders;
import dev.evolve.results.ResultSource;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An input that must not pass, or one that must keep its verdict.
 *
 * @param name what is wrong with it
 * @param baseline files of the baseline
 * @param candidate files of the candidate
 * @param options of the comparison
 * @param values what a rule sees that takes the numbers as they come; null where the fault is not
 *     in numbers
 */
record DegenerateCase(
    String name,
    List<ResultSource> baseline,
    List<ResultSource> candidate,
    CompareOptions options,
    @Nullable Values values) {

  DegenerateCase {
    baseline = List.copyOf(baseline);
    candidate = List.copyOf(candidate);
  }

  /**
   * The numbers of both arms.
   *
   * @param isSpoilt true if the fault is in the numbers, false if it is in how they were made
   */
  record Values(List<Double> baseline, List<Double> candidate, boolean isSpoilt) {
    Values {
      baseline = List.copyOf(baseline);
      candidate = List.copyOf(candidate);
    }
  }

  /** What comes of it; empty if a file cannot be read. */
  Optional<Verdict> verdict() {
    try {
      return Optional.of(new Comparison(options).of(read(baseline), read(candidate)).verdict());
    } catch (EvolveException unreadable) {
      return Optional.empty();
    }
  }

  /** Its name: some of the files are large. */
  @Override
  public String toString() {
    return name;
  }

  private static List<ResultFile> read(List<ResultSource> sources) {
    return sources.stream().map(source -> ResultReaders.read(source, null)).toList();
  }
}

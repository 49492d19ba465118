package dev.evolve.search.explain;

import dev.evolve.search.History;
import java.util.List;

/**
 * What makes points fail. Failures of the machine are not counted: they say nothing of a point.
 *
 * @param failed points that failed
 * @param points known points, failed ones included
 * @param causes parameters by how much they decide, the most decisive first; empty if nothing
 *     failed
 * @param patterns the least probable by chance first, at most {@value #MOST_PATTERNS}
 */
public record Failures(
    int failed, int points, List<FailureCause> causes, List<FailurePattern> patterns) {

  /** The most patterns that are listed. */
  public static final int MOST_PATTERNS = 10;

  public Failures {
    causes = List.copyOf(causes);
    patterns = List.copyOf(patterns);
  }

  /** The failures of a search. */
  public static Failures of(History history, long seed) {
    return of(Model.of(history.space(), history.trials(), seed));
  }

  static Failures of(Model model) {
    Observations observations = model.observations();
    int failed = observations.failed().size();
    int points = failed + observations.measured().size();
    Forest forest = model.failing();
    boolean isMixed = forest != null && failed < points && !model.landscape().points().isEmpty();
    return isMixed
        ? new Failures(failed, points, causes(model), FailurePatterns.of(observations))
        : new Failures(failed, points, List.of(), List.of());
  }

  private static List<FailureCause> causes(Model model) {
    Forest forest = java.util.Objects.requireNonNull(model.failing());
    return ImportanceEstimate.firsts(forest, model.observations().features(), model.landscape())
        .entrySet()
        .stream()
        .map(share -> new FailureCause(share.getKey(), share.getValue()))
        .sorted(
            java.util.Comparator.comparingDouble((FailureCause cause) -> -cause.alone().estimate()))
        .toList();
  }
}

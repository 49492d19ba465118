package dev.evolve.gates.compare;

import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.List;

/** Says in a sentence what came of a comparison. */
final class Summaries {

  private Summaries() {}

  static String of(Verdict verdict, List<Evidence> problems, List<ComparedMetric> metrics) {
    return switch (verdict) {
      case INVALID -> invalid(problems);
      case FAIL ->
          "%d of %d are worse: %s"
              .formatted(count(metrics, verdict), metrics.size(), first(metrics, verdict));
      case INCONCLUSIVE ->
          "%d of %d are not decided; %d pairs would decide"
              .formatted(
                  count(metrics, verdict),
                  metrics.size(),
                  metrics.stream().mapToInt(ComparedMetric::pairsNeeded).max().orElse(0));
      case PASS -> "none of %d is worse by more than its floor".formatted(metrics.size());
    };
  }

  private static String invalid(List<Evidence> problems) {
    if (problems.isEmpty()) {
      return "there is nothing to judge";
    }
    Evidence first = problems.getFirst();
    String more = problems.size() > 1 ? ", and " + (problems.size() - 1) + " more" : "";
    return "%s: found %s, wanted %s%s"
        .formatted(first.name(), first.observed(), first.limit(), more);
  }

  private static long count(List<ComparedMetric> metrics, Verdict verdict) {
    return metrics.stream().filter(metric -> metric.verdict() == verdict).count();
  }

  private static String first(List<ComparedMetric> metrics, Verdict verdict) {
    return metrics.stream()
        .filter(metric -> metric.verdict() == verdict)
        .findFirst()
        .map(
            metric ->
                metric.worse() == null
                    ? metric.name() + " from nothing"
                    : "%s by %s".formatted(metric.name(), Shares.signed(metric.worse())))
        .orElse("");
  }
}

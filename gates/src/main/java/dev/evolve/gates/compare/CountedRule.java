package dev.evolve.gates.compare;

import dev.evolve.results.Direction;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rule for what is counted, such as allocations, and the same in every run of an arm: no
 * statistics are needed, the two numbers are compared.
 */
final class CountedRule {

  private CountedRule() {}

  /** The answer, if each arm counted the same in every run. */
  static Optional<ComparedMetric> judge(
      Series series, List<Double> baseline, List<Double> candidate, double floor) {
    boolean isSteady =
        baseline.stream().distinct().count() == 1 && candidate.stream().distinct().count() == 1;
    if (!series.countable() || !isSteady) {
      return Optional.empty();
    }
    double before = baseline.getFirst();
    double after = candidate.getFirst();
    Double worse = worse(series, before, after);
    boolean isWorse = worse == null || worse > floor;
    return Optional.of(
        new ComparedMetric(
            series.benchmark(),
            series.metric(),
            series.unit(),
            isWorse ? Verdict.FAIL : Verdict.PASS,
            before,
            after,
            worse,
            worse,
            worse,
            floor,
            baseline.size(),
            null,
            null,
            0,
            isWorse
                ? "counted the same in every run, and worse; find what counts more now"
                : "counted the same in every run"));
  }

  /** Null where a ratio has no end. */
  private static @Nullable Double worse(Series series, double before, double after) {
    boolean isLower = series.direction() == Direction.LOWER;
    double better = isLower ? before : after;
    double worse = isLower ? after : before;
    if (worse == better) {
      return 0.0;
    }
    return better == 0 ? null : worse / better - 1;
  }
}

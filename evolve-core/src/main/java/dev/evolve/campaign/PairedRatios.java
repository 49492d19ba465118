package dev.evolve.campaign;

import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.pack.Metric;
import dev.evolve.search.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Candidate over baseline, run beside run, on every scenario of a screening that went well.
 *
 * @param logs by scenario: the logarithms of the pairs' ratios, ascending; smaller is better
 */
record PairedRatios(List<List<Double>> logs) {

  /** Standard error of a median over that of a mean, for a normal distribution: sqrt(pi / 2). */
  private static final double MEDIAN_OVER_MEAN = Math.sqrt(Math.PI / 2);

  static PairedRatios of(Metric objective, Evaluation screening) {
    return of(run -> value(objective, run), objective.direction(), screening);
  }

  /** Of whatever is measured of a run. */
  static PairedRatios of(
      ToDoubleFunction<BenchRun> value, Metric.Direction direction, Evaluation screening) {
    List<String> scenarios = screening.runs().stream().map(BenchRun::scenario).distinct().toList();
    return new PairedRatios(
        scenarios.stream().map(scenario -> logs(value, direction, screening, scenario)).toList());
  }

  private static List<Double> logs(
      ToDoubleFunction<BenchRun> value,
      Metric.Direction direction,
      Evaluation screening,
      String scenario) {
    List<Double> logs = new ArrayList<>();
    for (BenchRun run : screening.runs()) {
      if (run.scenario().equals(scenario) && run.arm() == Arm.CANDIDATE) {
        baselineOf(screening, run)
            .ifPresent(
                base -> logs.add(Math.log(value.applyAsDouble(run) / value.applyAsDouble(base))));
      }
    }
    if (logs.isEmpty()) {
      throw new IllegalStateException("no pairs on " + scenario);
    }
    double sign = direction == Metric.Direction.LOWER ? 1 : -1;
    return logs.stream().map(log -> sign * log).sorted().toList();
  }

  private static Optional<BenchRun> baselineOf(Evaluation screening, BenchRun candidate) {
    return screening.runs().stream()
        .filter(
            run ->
                run.arm() == Arm.BASELINE
                    && run.round() == candidate.round()
                    && run.scenario().equals(candidate.scenario()))
        .findFirst();
  }

  private static double value(Metric objective, BenchRun run) {
    MetricValue value = run.metrics().get(objective.name());
    return value == null ? Double.NaN : value.value();
  }

  /**
   * The geometric mean over scenarios of the median ratio. Its standard error is by the delta
   * method from the spread of the logarithms on each scenario, unknown if one has a single pair.
   */
  Outcome.Measured outcome() {
    double ratio = Math.exp(logs.stream().mapToDouble(PairedRatios::median).average().orElse(0));
    double variance = logs.stream().mapToDouble(PairedRatios::varianceOfMedian).sum();
    int pairs = logs.stream().mapToInt(List::size).sum();
    return new Outcome.Measured(ratio, ratio * Math.sqrt(variance) / logs.size(), pairs);
  }

  /** The mean of the two in the middle is taken of the ratios, not of their logarithms. */
  private static double median(List<Double> sorted) {
    double lower = Math.exp(sorted.get((sorted.size() - 1) / 2));
    double upper = Math.exp(sorted.get(sorted.size() / 2));
    return Math.log((lower + upper) / 2);
  }

  private static double varianceOfMedian(List<Double> sample) {
    int size = sample.size();
    double mean = sample.stream().mapToDouble(log -> log).average().orElse(0);
    double squares = sample.stream().mapToDouble(log -> (log - mean) * (log - mean)).sum();
    double standardError = Math.sqrt(squares / (size - 1) / size);
    return size < 2 ? Double.NaN : Math.pow(MEDIAN_OVER_MEAN * standardError, 2);
  }
}

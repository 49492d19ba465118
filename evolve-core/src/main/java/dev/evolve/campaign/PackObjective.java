package dev.evolve.campaign;

import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.MetricValue;
import dev.evolve.measure.ParityObservation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Metric;
import dev.evolve.pack.WantedMetric;
import dev.evolve.sandbox.ResourceUsage;
import dev.evolve.search.Outcome;
import dev.evolve.search.objective.Limit;
import dev.evolve.search.objective.Metric.Direction;
import dev.evolve.search.objective.Metric.Scale;
import dev.evolve.search.objective.Objective;
import dev.evolve.search.objective.Objective.Assessment;
import dev.evolve.search.objective.Preferences;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * What a screening that went well says of several metrics that a pack wants. A weighted metric
 * counts by its median paired ratio, candidate over baseline, as a single objective does; the
 * determinism class by its steps. A limit holds for the median of the candidate's runs on the
 * scenario where that is worst. Pure.
 */
final class PackObjective {

  private static final double MEBIBYTE = 1 << 20;
  private static final double NANOS = 1e9;
  private static final double SAME_BITS = 0;
  private static final double WITHIN_TOLERANCE = 1;
  private static final String OF_BASELINE = "of the baseline";

  private final BenchPack pack;
  private final List<WantedMetric> wanted;

  private PackObjective(BenchPack pack, List<WantedMetric> wanted) {
    this.pack = pack;
    this.wanted = wanted;
  }

  /** What a pack wants; empty if its objective alone counts. */
  static Optional<PackObjective> of(BenchPack pack) {
    List<WantedMetric> wanted = pack.objectives();
    return wanted == null || wanted.isEmpty()
        ? Optional.empty()
        : Optional.of(new PackObjective(pack, wanted));
  }

  /** What candidates are held against, with a screening's baseline. */
  Objective against(Evaluation screening) {
    List<dev.evolve.search.objective.Metric> metrics = new ArrayList<>();
    Map<String, Double> weights = new LinkedHashMap<>();
    List<Limit> limits = new ArrayList<>();
    for (WantedMetric one : wanted) {
      Metric metric = metric(one);
      if (isDeterminism(metric)) {
        metrics.add(dev.evolve.search.objective.Metric.steps(metric.name(), metric.unit(), 1));
        weights.put(metric.name(), one.weight());
        limits(metric.name(), one, limits);
      } else {
        if (one.weight() > 0) {
          metrics.add(
              new dev.evolve.search.objective.Metric(
                  metric.name(), OF_BASELINE, direction(metric), new Scale.Ratio()));
          weights.put(metric.name(), one.weight());
        }
        if (one.hasLimit()) {
          metrics.add(limited(metric, one));
          limits(worstName(metric), one, limits);
        }
      }
    }
    return new Preferences(metrics, weights, limits).against(values(screening, Arm.BASELINE));
  }

  private Metric metric(WantedMetric one) {
    return pack.metric(one.metric())
        .orElseThrow(() -> new IllegalStateException("no metric " + one.metric()));
  }

  private static boolean isDeterminism(Metric metric) {
    return metric.equals(Metric.DETERMINISM);
  }

  private static Direction direction(Metric metric) {
    return metric.direction() == Metric.Direction.LOWER ? Direction.SMALLER : Direction.LARGER;
  }

  private static String worstName(Metric metric) {
    return metric.name() + " on the worst scenario";
  }

  /** What only rejects may be 0; what costs counts by its ratio to the bound. */
  private static dev.evolve.search.objective.Metric limited(Metric metric, WantedMetric one) {
    return new dev.evolve.search.objective.Metric(
        worstName(metric),
        metric.unit(),
        direction(metric),
        one.softLimit() == null ? new Scale.Steps(1) : new Scale.Ratio());
  }

  private static void limits(String name, WantedMetric one, List<Limit> limits) {
    if (one.limit() != null) {
      limits.add(Limit.hard(name, one.limit()));
    }
    if (one.softLimit() != null) {
      limits.add(Limit.soft(name, one.softLimit(), one.softWeight()));
    }
  }

  /** Why a screening does not tell what is wanted; empty if it does. */
  Optional<String> problem(Evaluation screening) {
    return wanted.stream()
        .map(this::metric)
        .filter(metric -> !isDeterminism(metric))
        .flatMap(metric -> screening.runs().stream().flatMap(run -> problem(metric, run).stream()))
        .findFirst();
  }

  private static Optional<String> problem(Metric metric, BenchRun run) {
    MetricValue printed = run.metrics().get(metric.name());
    if (printed != null && !printed.unit().equals(metric.unit())) {
      return Optional.of(
          "metric %s came in %s, not %s".formatted(metric.name(), printed.unit(), metric.unit()));
    }
    double value = value(metric, run);
    return value > 0 && Double.isFinite(value)
        ? Optional.empty()
        : Optional.of(
            "metric %s, which an objective or a limit is on, is %s on %s; a value above 0 was wanted"
                .formatted(
                    metric.name(),
                    Double.isNaN(value) ? "missing" : String.valueOf(value),
                    run.scenario()));
  }

  private static double value(Metric metric, BenchRun run) {
    ResourceUsage usage = run.usage();
    if (metric.equals(Metric.PEAK_RSS)) {
      return scaled(usage.peakRssBytes(), it -> it / MEBIBYTE);
    }
    if (metric.equals(Metric.CPU_TIME)) {
      return scaled(usage.cpuNs(), it -> it / NANOS);
    }
    if (metric.equals(Metric.ENERGY)) {
      return usage.joules() == null ? Double.NaN : usage.joules();
    }
    MetricValue printed = run.metrics().get(metric.name());
    return printed == null ? Double.NaN : printed.value();
  }

  private static double scaled(@Nullable Long counted, DoubleUnaryOperator unit) {
    return counted == null ? Double.NaN : unit.applyAsDouble(counted);
  }

  /** What the candidate of a screening comes to, by the names of {@link #against}. */
  Map<String, Double> values(Evaluation screening) {
    return values(screening, Arm.CANDIDATE);
  }

  private Map<String, Double> values(Evaluation screening, Arm arm) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (WantedMetric one : wanted) {
      Metric metric = metric(one);
      if (isDeterminism(metric)) {
        values.put(metric.name(), arm == Arm.BASELINE ? SAME_BITS : determinism(screening));
      } else {
        if (one.weight() > 0) {
          values.put(metric.name(), arm == Arm.BASELINE ? 1 : ratio(metric, screening));
        }
        if (one.hasLimit()) {
          values.put(worstName(metric), worst(metric, screening, arm));
        }
      }
    }
    return values;
  }

  private static double determinism(Evaluation screening) {
    return screening.parity().stream().allMatch(ParityObservation::bitwiseEqual)
        ? SAME_BITS
        : WITHIN_TOLERANCE;
  }

  private static Outcome.Measured pairs(Metric metric, Evaluation screening) {
    return PairedRatios.of(run -> value(metric, run), metric.direction(), screening).outcome();
  }

  /** As it is, not turned so that small is good. */
  private static double ratio(Metric metric, Evaluation screening) {
    double smallIsGood = pairs(metric, screening).value();
    return metric.direction() == Metric.Direction.LOWER ? smallIsGood : 1 / smallIsGood;
  }

  private static double worst(Metric metric, Evaluation screening, Arm arm) {
    DoubleStream medians =
        screening.runs().stream()
            .map(BenchRun::scenario)
            .distinct()
            .mapToDouble(scenario -> median(screening, arm, scenario, run -> value(metric, run)));
    return metric.direction() == Metric.Direction.LOWER
        ? medians.max().orElse(Double.NaN)
        : medians.min().orElse(Double.NaN);
  }

  private static double median(
      Evaluation screening, Arm arm, String scenario, ToDoubleFunction<BenchRun> value) {
    double[] sorted =
        screening.runs().stream()
            .filter(run -> run.arm() == arm && run.scenario().equals(scenario))
            .mapToDouble(value)
            .sorted()
            .toArray();
    int middle = sorted.length / 2;
    return sorted.length == 0 ? Double.NaN : (sorted[middle] + sorted[(sorted.length - 1) / 2]) / 2;
  }

  /**
   * What a search is told: the score, 1 for the baseline, or which hard limit is broken. What soft
   * limits cost the baseline itself does not count. The standard error takes the metrics' errors
   * for independent.
   */
  Outcome outcome(Evaluation screening) {
    Objective objective = against(screening);
    Assessment assessment = objective.assess(values(screening));
    double baseline = withoutHardLimits(objective).assess(objective.baseline()).factor();
    double score = assessment.factor() / baseline;
    int pairs = pairs(pack.objective(), screening).samples();
    return assessment.isAccepted()
        ? new Outcome.Measured(score, score * relativeError(objective, screening), pairs)
        : assessment.outcome(Double.NaN, pairs);
  }

  private static Objective withoutHardLimits(Objective objective) {
    return new Objective(
        objective.metrics(),
        objective.weights(),
        objective.limits().stream().filter(limit -> !limit.isHard()).toList(),
        objective.baseline());
  }

  private double relativeError(Objective objective, Evaluation screening) {
    double variance = 0;
    for (WantedMetric one : wanted) {
      Metric metric = metric(one);
      double share = Objects.requireNonNullElse(objective.weights().get(metric.name()), 0.0);
      if (share > 0 && !isDeterminism(metric)) {
        Outcome.Measured pairs = pairs(metric, screening);
        variance += Math.pow(share * pairs.standardError() / pairs.value(), 2);
      }
    }
    return Math.sqrt(variance);
  }
}

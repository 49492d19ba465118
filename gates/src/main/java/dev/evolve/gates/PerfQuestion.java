package dev.evolve.gates;

import dev.evolve.gates.statistics.Claim;
import dev.evolve.gates.statistics.LogRatios;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.MetricValue;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Metric;
import dev.evolve.pack.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One claim about one metric on one scenario.
 *
 * @param scenario where
 * @param metric what
 * @param claim what must hold
 */
record PerfQuestion(Scenario scenario, Metric metric, Claim claim) {

  /** Share by which a machine may use more energy, where the pack does not say. */
  private static final double ENERGY_FLOOR = 0.05;

  /**
   * All questions of a pack: the gain of the objective, and that no guard gets worse. Energy is a
   * guard where the pack declares it, or where it can be read.
   */
  static List<PerfQuestion> of(BenchPack pack, List<BenchRun> runs) {
    List<PerfQuestion> questions = new ArrayList<>();
    for (Scenario scenario : pack.scenarios()) {
      questions.add(
          new PerfQuestion(
              scenario, pack.objective(), new Claim.Gain(pack.gates().perf().minimumGain())));
      for (Metric metric : pack.metrics()) {
        if (metric.role() == Metric.Role.GUARD) {
          questions.add(
              new PerfQuestion(scenario, metric, new Claim.NotWorse(metric.floorOrStandard())));
        }
      }
      Double declared = pack.gates().perf().energyTolerance();
      if (declared != null || isEnergyReadable(runs)) {
        double floor = declared == null ? ENERGY_FLOOR : declared;
        questions.add(new PerfQuestion(scenario, Metric.ENERGY, new Claim.NotWorse(floor)));
      }
    }
    return questions;
  }

  private static boolean isEnergyReadable(List<BenchRun> runs) {
    return !runs.isEmpty() && runs.stream().allMatch(run -> run.usage().joules() != null);
  }

  /** For people. */
  String name() {
    return scenario.name() + "/" + metric.name();
  }

  boolean isGuard() {
    return claim instanceof Claim.NotWorse;
  }

  /** The runs of an arm on the scenario, by round. */
  List<BenchRun> runs(List<BenchRun> all, Arm arm) {
    return all.stream()
        .filter(run -> run.arm() == arm && run.scenario().equals(scenario.name()))
        .sorted(Comparator.comparingInt(BenchRun::round))
        .toList();
  }

  /** What a run says of the metric, in its unit; empty if it says nothing or in another unit. */
  OptionalDouble value(BenchRun run) {
    if (metric.equals(Metric.ENERGY)) {
      Double joules = run.usage().joules();
      return joules == null ? OptionalDouble.empty() : OptionalDouble.of(joules);
    }
    MetricValue value = run.metrics().get(metric.name());
    return value != null && value.unit().equals(metric.unit())
        ? OptionalDouble.of(value.value())
        : OptionalDouble.empty();
  }

  /** The arm's values by round; NaN for one that is missing. */
  double[] values(List<BenchRun> all, Arm arm) {
    return runs(all, arm).stream().mapToDouble(run -> value(run).orElse(Double.NaN)).toArray();
  }

  /**
   * Logarithms of the ratios, pair by pair, positive is worse.
   *
   * @throws IllegalArgumentException if a value is missing or has no logarithm
   */
  double[] worsening(List<BenchRun> all) {
    double[] baseline = values(all, Arm.BASELINE);
    double[] candidate = values(all, Arm.CANDIDATE);
    return metric.direction() == Metric.Direction.LOWER
        ? LogRatios.of(baseline, candidate)
        : LogRatios.of(candidate, baseline);
  }
}

package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import org.hipparchus.distribution.continuous.BetaDistribution;
import org.jspecify.annotations.Nullable;

/**
 * How many of how many, with the 95 % interval of Clopper and Pearson.
 *
 * @param hits how many
 * @param of of how many, above 0
 */
record Share(int hits, int of) {

  private static final double TAIL = 0.025;

  double value() {
    return (double) hits / of;
  }

  private double low() {
    return hits == 0
        ? 0
        : new BetaDistribution(hits, of - hits + 1).inverseCumulativeProbability(TAIL);
  }

  private double high() {
    return hits == of
        ? 1
        : new BetaDistribution(hits + 1, of - hits).inverseCumulativeProbability(1 - TAIL);
  }

  /** A row without a goal. */
  BenchResult row(BenchSetting setting, String metric) {
    return row(setting, metric, "", null);
  }

  /** A row that should be at most a share. */
  BenchResult atMost(BenchSetting setting, String metric, double goal) {
    return row(setting, metric, "<= " + percent(goal) + " %", value() <= goal);
  }

  /** A row that should be at least a share. */
  BenchResult atLeast(BenchSetting setting, String metric, double goal) {
    return row(setting, metric, ">= " + percent(goal) + " %", value() >= goal);
  }

  private BenchResult row(BenchSetting setting, String metric, String goal, @Nullable Boolean met) {
    return setting.result(
        GatesBench.NAME, metric, 100 * value(), 100 * low(), 100 * high(), "%", goal, met, of);
  }

  private static String percent(double share) {
    return String.valueOf(Math.round(share * 1e5) / 1e3);
  }
}

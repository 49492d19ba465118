package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.search.replay.ReplayTable;
import dev.evolve.search.replay.ReplayTable.Estimate;
import dev.evolve.search.replay.ScoredRun;
import dev.evolve.search.strategy.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The other strategies, alone and in the same budget; and how many evaluations it takes to come
 * within 2 % of the optimum beside the best of those that are no part of the default one. A run
 * that never came there counts as infinite.
 */
final class SingleStrategiesSection implements SearchBench.Section {

  private static final double SHARE = 0.5;

  /** What the default strategy is made of, beside chance. */
  private static final Set<String> MEMBERS = Set.of("forest", "local-search");

  private static final int RESAMPLES = 1000;

  @Override
  public String title() {
    return "evaluations to within 2 % of the optimum, and single strategies";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    List<BenchResult> results = new ArrayList<>();
    ReplayTable ours = data.table(Strategies.DEFAULT);
    String bestName = "";
    double best = Double.POSITIVE_INFINITY;
    for (String name : Strategies.names()) {
      if (name.equals(Strategies.DEFAULT)) {
        continue;
      }
      ReplayTable table = data.table(name);
      double median = median(pooled(table));
      boolean isRival = !MEMBERS.contains(name);
      if (isRival && (median < best || bestName.isEmpty())) {
        best = median;
        bestName = name;
      }
      results.add(
          row(
              setting,
              data,
              "cold start, mean score of '" + name + "' alone",
              table.score(SearchData.SEED)));
      results.add(
          row(
              setting,
              data,
              "cold start, median evaluations to within 2 % of the optimum, '" + name + "' alone",
              bootstrapped(pooled(table))));
    }
    results.addFirst(toNear(setting, data, ours, bestName, best));
    return results;
  }

  private static BenchResult row(
      BenchSetting setting, SearchData data, String metric, Estimate estimate) {
    return setting.result(
        SearchBench.NAME,
        metric,
        shown(estimate.value()),
        shown(estimate.low()),
        shown(estimate.high()),
        "",
        "",
        null,
        data.fewRuns());
  }

  private static BenchResult toNear(
      BenchSetting setting, SearchData data, ReplayTable ours, String rival, double rivals) {
    Estimate median = bootstrapped(pooled(ours));
    BenchResult row =
        setting.result(
            SearchBench.NAME,
            "cold start, median evaluations to within 2 % of the optimum",
            shown(median.value()),
            shown(median.low()),
            shown(median.high()),
            "evaluations",
            "at most half of the best single strategy that is no member of ours",
            median.value() <= SHARE * rivals,
            data.runs());
    return setting.against(row, "'" + rival + "' alone", shown(rivals));
  }

  /** JSON and tables have no infinity: what half of the runs never reach is shown as -1. */
  private static double shown(double value) {
    return Double.isInfinite(value) ? -1 : value;
  }

  private static double[] pooled(ReplayTable table) {
    return table.rows().stream()
        .flatMap(row -> row.runs().stream())
        .mapToDouble(ScoredRun::evaluationsToNear)
        .sorted()
        .toArray();
  }

  private static double median(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static Estimate bootstrapped(double[] sorted) {
    SplittableRandom random = new SplittableRandom(SearchData.SEED);
    double[] medians = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      double[] drawn = new double[sorted.length];
      for (int j = 0; j < drawn.length; j++) {
        drawn[j] = sorted[random.nextInt(sorted.length)];
      }
      java.util.Arrays.sort(drawn);
      medians[i] = median(drawn);
    }
    java.util.Arrays.sort(medians);
    return new Estimate(
        median(sorted), medians[RESAMPLES / 40], medians[RESAMPLES - 1 - RESAMPLES / 40]);
  }
}

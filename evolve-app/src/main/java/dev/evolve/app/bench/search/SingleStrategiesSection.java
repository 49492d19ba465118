package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.search.replay.ReplayTable;
import dev.evolve.search.replay.ReplayTable.Estimate;
import dev.evolve.search.replay.ScoredRun;
import dev.evolve.search.strategy.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The strategies that the default one is made of, alone and in the same budget; and how many
 * evaluations it takes to come within 2 % of the optimum beside the best of them. A run that never
 * came there counts as infinite.
 */
final class SingleStrategiesSection implements SearchBench.Section {

  private static final double SHARE = 0.5;
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
      Estimate score = table.score(SearchData.SEED);
      results.add(
          setting.result(
              SearchBench.NAME,
              "cold start, mean score of '" + name + "' alone",
              score.value(),
              score.low(),
              score.high(),
              "",
              "",
              null,
              data.fewRuns()));
      double median = median(pooled(table));
      if (median < best || bestName.isEmpty()) {
        best = median;
        bestName = name;
      }
    }
    results.addFirst(toNear(setting, data, ours, bestName, best));
    return results;
  }

  private static BenchResult toNear(
      BenchSetting setting, SearchData data, ReplayTable ours, String rival, double rivals) {
    double[] pooled = pooled(ours);
    Estimate median = bootstrapped(pooled);
    BenchResult row =
        setting.result(
            SearchBench.NAME,
            "cold start, median evaluations to within 2 % of the optimum",
            shown(median.value()),
            shown(median.low()),
            shown(median.high()),
            "evaluations",
            "at most half of the best single strategy",
            rival.isEmpty() ? null : (Boolean) (median.value() <= SHARE * rivals),
            data.runs());
    return rival.isEmpty() ? row : setting.against(row, "'" + rival + "' alone", shown(rivals));
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

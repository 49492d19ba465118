package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.app.replay.SpaceFiles.SpaceFile;
import dev.evolve.search.noise.RacingPolicy;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.replay.NoisyRun;
import dev.evolve.search.replay.Scorer;
import dev.evolve.search.strategy.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/**
 * The search under recorded noise: what it names in the end against the best of what it visited,
 * starting from a configuration drawn at random; and how often it calls something better than an
 * incumbent that is the optimum already.
 */
final class NoiseSection implements SearchBench.Section {

  private static final double NEAR = 0.01;
  private static final double RIGHT = 0.95;
  private static final double FALSE = 0.01;
  private static final int TIMINGS = 8;

  @Override
  public String title() {
    return "recorded noise";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    List<NoisyRun> open = new ArrayList<>();
    List<NoisyRun> settled = new ArrayList<>();
    for (SpaceFile file : data.files()) {
      MeasuredSpace space = SpaceFiles.read(file);
      if (space.timings(best(space)) >= TIMINGS) {
        List<NoisyRun> here = runs(data, space, false);
        List<NoisyRun> there = runs(data, space, true);
        System.out.printf(
            java.util.Locale.ROOT,
            "  |   %-32s right %.2f, false %.3f%n",
            space.name(),
            share(here, run -> run.loss() <= NEAR),
            share(there, NoisyRun::isFalse));
        open.addAll(here);
        settled.addAll(there);
      }
    }
    return open.isEmpty() ? List.of() : rows(setting, open, settled);
  }

  private static List<NoisyRun> runs(SearchData data, MeasuredSpace space, boolean fromBest) {
    double budget = new Scorer(space).budgetSeconds();
    List<Callable<NoisyRun>> tasks = new ArrayList<>();
    for (int i = 0; i < data.runs(); i++) {
      long seed = SearchData.SEED + i;
      int incumbent = fromBest ? best(space) : drawn(space, seed);
      tasks.add(
          () ->
              NoisyRun.of(
                  space,
                  Strategies.create(Strategies.DEFAULT),
                  RacingPolicy.DEFAULT,
                  incumbent,
                  budget,
                  seed));
    }
    return data.runner().all(tasks);
  }

  private static int best(MeasuredSpace space) {
    int best = -1;
    for (int row = 0; row < space.size(); row++) {
      boolean isBetter = best < 0 || space.value(row) < space.value(best);
      best = !Double.isNaN(space.value(row)) && isBetter ? row : best;
    }
    return best;
  }

  private static int drawn(MeasuredSpace space, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int row = random.nextInt(space.size());
    while (Double.isNaN(space.value(row))) {
      row = random.nextInt(space.size());
    }
    return row;
  }

  private static double share(List<NoisyRun> runs, Predicate<NoisyRun> is) {
    return runs.stream().filter(is).count() / (double) runs.size();
  }

  private static List<BenchResult> rows(
      BenchSetting setting, List<NoisyRun> open, List<NoisyRun> settled) {
    double right = share(open, run -> run.loss() <= NEAR);
    double wrong = share(settled, NoisyRun::isFalse);
    double extra =
        open.stream().mapToDouble(run -> run.confirmSeconds() / run.seconds()).average().orElse(0);
    BenchResult winners =
        share(
            setting,
            "under recorded noise, runs whose winner is within 1 % of the best that was asked",
            right,
            open.size(),
            "at least 0.95",
            right >= RIGHT);
    return List.of(
        setting.against(
            winners, "one timing of each", share(open, run -> run.singleLoss() <= NEAR)),
        share(
            setting,
            "under recorded noise, false claims to beat an incumbent that is the optimum",
            wrong,
            settled.size(),
            "at most 0.01",
            wrong <= FALSE),
        setting.result(
            SearchBench.NAME,
            "under recorded noise, share of the cost that settling and confirming take",
            extra,
            extra,
            extra,
            "",
            "",
            null,
            open.size()));
  }

  /** A share with its 95 % interval after Wilson. */
  private static BenchResult share(
      BenchSetting setting, String metric, double share, int count, String goal, boolean met) {
    double z = 1.96;
    double middle = (share + z * z / (2 * count)) / (1 + z * z / count);
    double half =
        z
            / (1 + z * z / count)
            * Math.sqrt(share * (1 - share) / count + z * z / (4.0 * count * count));
    return setting.result(
        SearchBench.NAME, metric, share, middle - half, middle + half, "", goal, met, count);
  }
}

package dev.evolve.search.replay;

import dev.evolve.search.replay.ReplayRun.Limit;
import dev.evolve.search.strategy.Strategies;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Scores a strategy by hand, without the application: {@code ReplayMain STRATEGY DIRECTORY,… [RUNS]
 * [SEED] [THREADS]}; every cache file below the directories is a space.
 */
public final class ReplayMain {

  private ReplayMain() {}

  /** Prints the table. */
  public static void main(String[] arguments) throws Exception {
    String strategy = arguments[0];
    int runs = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 20;
    long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : 1;
    int threads = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 2;
    List<ReplayTable.Row> rows = new ArrayList<>();
    System.out.printf(
        Locale.ROOT,
        "%-34s %7s %7s %7s %8s %8s %8s %7s%n",
        "space",
        "score",
        "reached",
        "found",
        "to 2 %",
        "last/opt",
        "evals",
        "own us");
    for (Path file : MeasuredSpaces.files(arguments[1])) {
      MeasuredSpace space = MeasuredSpaces.read(file);
      ReplayTable.Row row = row(space, strategy, runs, seed, threads);
      print(row);
      rows.add(row);
    }
    ReplayTable table = new ReplayTable(rows);
    ReplayTable.Estimate score = table.score(1);
    System.out.printf(
        Locale.ROOT,
        "%s: mean %.4f [%.4f, %.4f], worst %.3f (%s), reached %.3f, found %.3f%n",
        strategy,
        score.value(),
        score.low(),
        score.high(),
        table.worst().score(),
        table.worst().space(),
        table.mean(ReplayTable.Row::reached),
        table.mean(ReplayTable.Row::found));
  }

  private static ReplayTable.Row row(
      MeasuredSpace space, String strategy, int runs, long seed, int threads) throws Exception {
    Scorer scorer = new Scorer(space);
    List<ScoredRun> scored = new ArrayList<>();
    try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      List<Future<ScoredRun>> futures = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        long runSeed = seed + i;
        futures.add(
            workers.submit(
                () ->
                    ScoredRun.of(
                        scorer,
                        ReplayRun.of(
                            space,
                            Strategies.create(strategy),
                            runSeed,
                            Limit.ofSeconds(scorer.budgetSeconds()),
                            System::nanoTime))));
      }
      for (Future<ScoredRun> future : futures) {
        scored.add(future.get());
      }
    }
    return new ReplayTable.Row(space.name(), scorer, scored);
  }

  private static void print(ReplayTable.Row row) {
    System.out.printf(
        Locale.ROOT,
        "%-34s %7.3f %7.2f %7.2f %8.0f %8.3f %8.0f %7.1f%n",
        row.space(),
        row.score(),
        row.reached(),
        row.found(),
        row.evaluationsToNear(),
        row.finalRatio(),
        row.evaluations(),
        row.ownNanos() / 1000);
  }
}

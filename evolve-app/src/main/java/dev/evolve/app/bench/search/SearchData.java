package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.replay.ReplayRunner;
import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.app.replay.SpaceFiles.SpaceFile;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.replay.ReplayRun.Limit;
import dev.evolve.search.replay.ReplayTable;
import dev.evolve.search.replay.ReplayTable.Row;
import dev.evolve.search.replay.Scorer;
import dev.evolve.search.strategy.Strategies;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The spaces, the runs over them and the rivals of one bench. Spaces are read one after the other
 * and not kept, since all of them together need much memory; tables are kept.
 */
final class SearchData implements AutoCloseable {

  static final long SEED = 20261130;
  private static final int RUNS = 100;
  private static final int QUICK_RUNS = 20;

  private final BenchSetting setting;
  private final ReplayRunner runner = new ReplayRunner(Runtime.getRuntime().availableProcessors());
  private final List<SpaceFile> files;
  private final Rivals rivals;
  private final Map<String, ReplayTable> tables = new HashMap<>();

  SearchData(BenchSetting setting) {
    this.setting = setting;
    Path shipped = SpaceFiles.shipped(setting.source());
    this.files = SpaceFiles.find(List.of(setting.dataDirectory().orElse(shipped)));
    this.rivals = Rivals.read(shipped.resolve("rivals.json"));
  }

  /** Where the spaces are. */
  List<SpaceFile> files() {
    return files;
  }

  /** Other tuners on the same spaces. */
  Rivals rivals() {
    return rivals;
  }

  ReplayRunner runner() {
    return runner;
  }

  /** Runs a space of a table. */
  int runs() {
    return setting.quick() ? QUICK_RUNS : RUNS;
  }

  /** Runs a space of a strategy that the default one is held against. */
  int fewRuns() {
    return QUICK_RUNS;
  }

  /** The table of a strategy over all spaces; each is run once. */
  ReplayTable table(String strategy) {
    ReplayTable known = tables.get(strategy);
    if (known == null) {
      known = made(strategy, strategy.equals(Strategies.DEFAULT) ? runs() : fewRuns());
      tables.put(strategy, known);
    }
    return known;
  }

  private ReplayTable made(String strategy, int runs) {
    List<Row> rows = new ArrayList<>();
    for (SpaceFile file : files) {
      MeasuredSpace space = SpaceFiles.read(file);
      Scorer scorer = new Scorer(space);
      Row row =
          runner.run(
              space,
              scorer,
              () -> Strategies.create(strategy),
              runs,
              SEED,
              Limit.ofSeconds(scorer.budgetSeconds()));
      System.out.printf(
          java.util.Locale.ROOT,
          "  |   %-12s %-32s %6.3f, reached %.2f%n",
          strategy,
          row.space(),
          row.score(),
          row.reached());
      rows.add(row);
    }
    return new ReplayTable(rows);
  }

  @Override
  public void close() {
    runner.close();
  }
}

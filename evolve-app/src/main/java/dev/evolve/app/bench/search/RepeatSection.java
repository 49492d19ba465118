package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.app.replay.SpaceFiles.SpaceFile;
import dev.evolve.search.JournalEntry;
import dev.evolve.search.Search;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.replay.ReplayRun;
import dev.evolve.search.replay.ReplayRun.Limit;
import dev.evolve.search.replay.ReplayTable;
import dev.evolve.search.replay.ScoredRun;
import dev.evolve.search.strategy.Strategies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * The same seed gives the same trace, also when the search is stopped and rebuilt from its journal
 * after any entry of it; and nothing is paid for twice.
 */
final class RepeatSection implements SearchBench.Section {

  @Override
  public String title() {
    return "same seed, same trace, across stop and resume";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    int evaluations = setting.quick() ? 60 : 200;
    int spaces = Math.min(data.files().size(), setting.quick() ? 2 : 5);
    int differing = 0;
    int resumed = 0;
    for (SpaceFile file : spread(data.files(), spaces)) {
      List<Boolean> same = stopped(data, SpaceFiles.read(file), evaluations);
      resumed += same.size();
      differing += (int) same.stream().filter(is -> !is).count();
    }
    ReplayTable table = data.table(Strategies.DEFAULT);
    int paidTwice =
        table.rows().stream()
            .flatMap(row -> row.runs().stream())
            .mapToInt(ScoredRun::paidTwice)
            .sum();
    int runs = table.rows().stream().mapToInt(row -> row.runs().size()).sum();
    return List.of(
        none(
            setting,
            "traces that differ from the whole run's when stopped after an entry of the journal",
            differing,
            resumed),
        none(setting, "evaluations paid for twice, over all cold runs", paidTwice, runs));
  }

  private static BenchResult none(BenchSetting setting, String metric, int count, int samples) {
    return setting.result(
        SearchBench.NAME, metric, count, count, count, "", "0", count == 0, samples);
  }

  private static List<SpaceFile> spread(List<SpaceFile> files, int count) {
    List<SpaceFile> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(files.get(i * files.size() / count));
    }
    return chosen;
  }

  /** For every entry of a run's journal: whether a search that was stopped there ends the same. */
  private static List<Boolean> stopped(SearchData data, MeasuredSpace space, int evaluations) {
    Limit limit = Limit.ofEvaluations(evaluations);
    ReplayRun whole =
        ReplayRun.of(
            space, Strategies.create(Strategies.DEFAULT), SearchData.SEED, limit, System::nanoTime);
    List<Callable<Boolean>> tasks = new ArrayList<>();
    for (int stop = 0; stop <= whole.journal().size(); stop++) {
      List<JournalEntry> journal = whole.journal().subList(0, stop);
      tasks.add(
          () -> {
            Search search =
                Search.resume(
                    space.space(), Strategies.create(Strategies.DEFAULT), SearchData.SEED, journal);
            search
                .open()
                .forEach(
                    open -> {
                      int row = space.rowOf(open.point());
                      search.tell(open, space.outcome(row), space.cost(row));
                    });
            ReplayRun resumed = ReplayRun.resume(space, search, limit, System::nanoTime);
            return Arrays.equals(resumed.rows(), whole.rows());
          });
    }
    return data.runner().all(tasks);
  }
}

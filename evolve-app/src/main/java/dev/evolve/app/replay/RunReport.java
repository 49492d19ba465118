package dev.evolve.app.replay;

import dev.evolve.search.JournalEntry;
import dev.evolve.search.Strategy;
import dev.evolve.search.Trial;
import dev.evolve.search.explain.RandomReference;
import dev.evolve.search.explain.SearchReport;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.replay.ReplayRun;
import dev.evolve.search.replay.ReplayRun.Limit;
import java.util.ArrayList;
import java.util.List;

/**
 * Reports a single run on a measured space: what mattered, how the best fell, what failed. What
 * random search would have reached is exact, since every point is known.
 */
public final class RunReport {

  private RunReport() {}

  /**
   * Makes the run and reports it.
   *
   * @param name of the strategy, for the title
   * @param strategy a fresh one
   * @param limit of the run
   */
  public static SearchReport of(
      MeasuredSpace space, String name, Strategy strategy, long seed, Limit limit) {
    ReplayRun run = ReplayRun.of(space, strategy, seed, limit, () -> 0);
    SearchReport.Settings settings =
        new SearchReport.Settings(
            "Replay of " + space.name() + " by " + name + ", seed " + seed,
            "ms",
            seed,
            reference(space));
    return SearchReport.of(space.space(), trials(run), settings);
  }

  private static List<Trial> trials(ReplayRun run) {
    List<Trial> trials = new ArrayList<>();
    for (JournalEntry entry : run.journal()) {
      if (entry instanceof JournalEntry.Told told) {
        trials.add(told.trial());
      }
    }
    return trials;
  }

  private static RandomReference reference(MeasuredSpace space) {
    double[] values = new double[space.size()];
    double[] seconds = new double[space.size()];
    for (int row = 0; row < space.size(); row++) {
      values[row] = space.value(row);
      seconds[row] = space.seconds(row);
    }
    return RandomReference.ofAllPoints(values, seconds);
  }
}

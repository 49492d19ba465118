package dev.evolve.app.replay;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.search.Strategy;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.replay.ReplayRun;
import dev.evolve.search.replay.ReplayRun.Limit;
import dev.evolve.search.replay.ReplayTable.Row;
import dev.evolve.search.replay.ScoredRun;
import dev.evolve.search.replay.Scorer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Spreads the runs of a strategy on a space over threads. */
public final class ReplayRunner implements AutoCloseable {

  private final ExecutorService workers;

  /** A runner with so many threads. */
  public ReplayRunner(int threads) {
    this.workers =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("replay-", 0).factory());
  }

  /**
   * Runs a strategy on a space.
   *
   * @param strategy makes a fresh one for each run
   * @param seed of the first run; the others have those that follow
   * @param limit of each run
   */
  public Row run(
      MeasuredSpace space,
      Scorer scorer,
      Supplier<Strategy> strategy,
      int runs,
      long seed,
      Limit limit) {
    List<Callable<ScoredRun>> tasks = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      long runSeed = seed + i;
      tasks.add(
          () ->
              ScoredRun.of(
                  scorer, ReplayRun.of(space, strategy.get(), runSeed, limit, System::nanoTime)));
    }
    return new Row(space.name(), scorer, all(tasks));
  }

  /** Runs tasks on the threads; their results come in the order of the tasks. */
  public <T> List<T> all(List<Callable<T>> tasks) {
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : workers.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new EvolveException(ErrorCode.INTERNAL, "a run failed: " + e.getCause(), e);
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}

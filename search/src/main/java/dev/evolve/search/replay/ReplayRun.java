package dev.evolve.search.replay;

import dev.evolve.search.JournalEntry;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.Strategy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One run of a strategy against a measured space.
 *
 * @param rows what was evaluated, as rows of the space, in order
 * @param seconds paid after each evaluation
 * @param best the best value after each, ms; NaN before the first that ran
 * @param askNanos the search's own time for asking, altogether
 * @param tellNanos the search's own time for telling, altogether
 * @param journal what happened, for resuming
 */
public record ReplayRun(
    int[] rows,
    double[] seconds,
    double[] best,
    long askNanos,
    long tellNanos,
    List<JournalEntry> journal) {

  /**
   * When a run ends; whichever comes first. The evaluation that is under way when the seconds run
   * out is finished.
   *
   * @param seconds to pay for evaluations
   * @param evaluations to make
   */
  public record Limit(double seconds, int evaluations) {

    /** By recorded seconds alone. */
    public static Limit ofSeconds(double seconds) {
      return new Limit(seconds, Integer.MAX_VALUE);
    }

    /** By evaluations alone. */
    public static Limit ofEvaluations(int evaluations) {
      return new Limit(Double.POSITIVE_INFINITY, evaluations);
    }
  }

  /**
   * Runs a strategy until the limit or until nothing is left to try.
   *
   * @param strategy a fresh one
   * @param ticker a clock in nanoseconds by which the search's own time is taken
   */
  public static ReplayRun of(
      MeasuredSpace space, Strategy strategy, long seed, Limit limit, LongSupplier ticker) {
    return resume(space, new Search(space.space(), strategy, seed), limit, ticker);
  }

  /** Goes on with a search, such as one resumed from its journal, until the limit. */
  public static ReplayRun resume(
      MeasuredSpace space, Search search, Limit limit, LongSupplier ticker) {
    Recorder recorder = new Recorder(space);
    search.history().trials().forEach(trial -> recorder.record(space.rowOf(trial.point())));
    long askNanos = 0;
    long tellNanos = 0;
    while (recorder.paid < limit.seconds() && recorder.count < limit.evaluations()) {
      long begun = ticker.getAsLong();
      Optional<Proposal> proposal = search.ask();
      askNanos += ticker.getAsLong() - begun;
      if (proposal.isEmpty()) {
        break;
      }
      int row = space.rowOf(proposal.get().point());
      recorder.record(row);
      begun = ticker.getAsLong();
      search.tell(proposal.get(), space.outcome(row), space.cost(row));
      tellNanos += ticker.getAsLong() - begun;
    }
    return recorder.run(askNanos, tellNanos, search.journal());
  }

  /** How many evaluations were made. */
  public int evaluations() {
    return rows.length;
  }

  /** The search's own time per evaluation, nanoseconds. */
  public double ownNanos() {
    return rows.length == 0 ? 0 : (askNanos + tellNanos) / (double) rows.length;
  }

  /** How many evaluations were paid for a row that had been paid for already. */
  public int paidTwice() {
    return rows.length - (int) Arrays.stream(rows).distinct().count();
  }

  /** How many evaluations it took to come to a value or below; infinite if it never did. */
  public double evaluationsTo(double value) {
    for (int i = 0; i < best.length; i++) {
      if (best[i] <= value) {
        return i + 1;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** True if the run had come to a value or below when it had paid that many seconds. */
  public boolean hasReached(double value, double withinSeconds) {
    double evaluation = evaluationsTo(value);
    return !Double.isInfinite(evaluation) && seconds[(int) evaluation - 1] <= withinSeconds;
  }

  /** Keeps the trace. */
  private static final class Recorder {
    private static final int FIRST = 256;

    private final MeasuredSpace space;
    private int[] rows = new int[FIRST];
    private double[] seconds = new double[FIRST];
    private double[] best = new double[FIRST];
    private double paid;
    private double bestValue = Double.NaN;
    private int count;

    Recorder(MeasuredSpace space) {
      this.space = space;
    }

    void record(int row) {
      if (count == rows.length) {
        rows = Arrays.copyOf(rows, 2 * count);
        seconds = Arrays.copyOf(seconds, 2 * count);
        best = Arrays.copyOf(best, 2 * count);
      }
      paid += space.seconds(row);
      if (space.outcome(row) instanceof Outcome.Measured measured
          && !(measured.value() >= bestValue)) {
        bestValue = measured.value();
      }
      rows[count] = row;
      seconds[count] = paid;
      best[count] = bestValue;
      count++;
    }

    ReplayRun run(long askNanos, long tellNanos, List<JournalEntry> journal) {
      return new ReplayRun(
          Arrays.copyOf(rows, count),
          Arrays.copyOf(seconds, count),
          Arrays.copyOf(best, count),
          askNanos,
          tellNanos,
          List.copyOf(journal));
    }
  }
}

package dev.evolve.search.replay;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.Strategy;
import dev.evolve.search.noise.MeasureRequest;
import dev.evolve.search.noise.MeasureResult;
import dev.evolve.search.noise.RacingPolicy;
import dev.evolve.search.noise.RacingSearch;
import dev.evolve.search.noise.Verdict;
import dev.evolve.search.space.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * One run of a racing search against a measured space under its recorded noise: every sample is one
 * of the recorded timings, drawn at random and charged its share of the recorded benchmark time;
 * what is named at the end is judged by the mean of all recorded timings.
 *
 * @param loss how much the winner is worse than the best point that was visited, as a share;
 *     infinite if nothing was named
 * @param lossOfSpace the same against the best point of the whole space
 * @param singleLoss how much the best of one timing of each visited point is worse than the best
 *     visited
 * @param isImproved whether the winner was called better than the incumbent
 * @param isFalse whether it was called better and is not
 * @param visited how many points were looked at
 * @param samples how many were taken
 * @param seconds paid altogether
 * @param confirmSeconds paid of these after the search, to settle and confirm
 */
public record NoisyRun(
    double loss,
    double lossOfSpace,
    double singleLoss,
    boolean isImproved,
    boolean isFalse,
    int visited,
    long samples,
    double seconds,
    double confirmSeconds) {

  /**
   * Runs a racing search until it has paid the budget for searching, then lets it settle and
   * confirm.
   *
   * @param strategy a fresh one
   * @param incumbent row of the point to beat
   * @param budgetSeconds of searching
   * @param seed of the search and of the draws
   */
  public static NoisyRun of(
      MeasuredSpace space,
      Strategy strategy,
      RacingPolicy policy,
      int incumbent,
      double budgetSeconds,
      long seed) {
    return of(space, strategy, policy, incumbent, budgetSeconds, seed, false);
  }

  /**
   * The same where every working point is timed as the incumbent is: an A/A run, in which every
   * claim is false.
   */
  public static NoisyRun ofEquals(
      MeasuredSpace space,
      Strategy strategy,
      RacingPolicy policy,
      int incumbent,
      double budgetSeconds,
      long seed) {
    return of(space, strategy, policy, incumbent, budgetSeconds, seed, true);
  }

  private static NoisyRun of(
      MeasuredSpace space,
      Strategy strategy,
      RacingPolicy policy,
      int incumbent,
      double budgetSeconds,
      long seed,
      boolean areEqual) {
    IntUnaryOperator timedAs = row -> areEqual ? incumbent : row;
    long samples = 0;
    RacingSearch racing =
        new RacingSearch(
            new Search(space.space(), strategy, seed), policy, List.of(1.0), space.at(incumbent));
    RandomGenerator random = new SplittableRandom(seed ^ 0x5DEECE66DL);
    while (racing.verdict().isEmpty()) {
      if (racing.paid().seconds() >= budgetSeconds) {
        racing.close();
      }
      Optional<MeasureRequest> request = racing.next();
      if (request.isEmpty()) {
        break;
      }
      samples += request.get().samples();
      racing.tell(request.get().number(), sampled(space, timedAs, request.get(), random));
    }
    return judged(space, timedAs, racing, samples, random);
  }

  private static MeasureResult sampled(
      MeasuredSpace space,
      IntUnaryOperator timedAs,
      MeasureRequest request,
      RandomGenerator random) {
    int row = space.rowOf(request.point());
    Cost all = space.cost(row);
    double build = request.isBuild() ? all.buildSeconds() : 0;
    if (space.outcome(row) instanceof Outcome.Failed failed) {
      Cost cost = new Cost(build, all.runSeconds());
      return new MeasureResult.Failed(failed.reason(), failed.message(), cost);
    }
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < request.samples(); i++) {
      values.add(drawn(space, timedAs.applyAsInt(row), random));
    }
    double share = request.samples() / (double) Math.max(1, space.timings(row));
    return new MeasureResult.Sampled(values, new Cost(build, share * all.runSeconds()));
  }

  private static double drawn(MeasuredSpace space, int row, RandomGenerator random) {
    int count = space.timings(row);
    return count == 0 ? space.value(row) : space.timing(row, random.nextInt(count));
  }

  private static NoisyRun judged(
      MeasuredSpace space,
      IntUnaryOperator timedAs,
      RacingSearch racing,
      long samples,
      RandomGenerator random) {
    double best = Double.POSITIVE_INFINITY;
    double luckiest = Double.POSITIVE_INFINITY;
    double single = Double.POSITIVE_INFINITY;
    for (Point point : racing.visited()) {
      if (Double.isNaN(space.value(space.rowOf(point)))) {
        continue;
      }
      int row = timedAs.applyAsInt(space.rowOf(point));
      double value = space.value(row);
      best = Math.min(best, value);
      double timing = drawn(space, row, random);
      single = timing < luckiest ? value : single;
      luckiest = Math.min(luckiest, timing);
    }
    Verdict verdict = racing.verdict().orElseThrow();
    boolean isImproved = verdict.standing() == Verdict.Standing.IMPROVED;
    Point named = verdict.named();
    double value =
        named == null
            ? Double.POSITIVE_INFINITY
            : space.value(timedAs.applyAsInt(space.rowOf(named)));
    double incumbent = space.value(space.rowOf(verdict.incumbent()));
    return new NoisyRun(
        value / best - 1,
        value / optimum(space, timedAs) - 1,
        single / best - 1,
        isImproved,
        isImproved && !(value < incumbent),
        racing.visited().size(),
        samples,
        racing.paid().seconds(),
        racing.paidToConfirm().seconds());
  }

  private static double optimum(MeasuredSpace space, IntUnaryOperator timedAs) {
    return IntStream.range(0, space.size())
        .filter(row -> !Double.isNaN(space.value(row)))
        .mapToDouble(row -> space.value(timedAs.applyAsInt(row)))
        .min()
        .orElseThrow();
  }
}

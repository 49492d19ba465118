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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Replays a measured space under its recorded noise. A sample is one of the recorded timings of the
 * point, drawn at random with replacement, and costs its share of the recorded run time; the first
 * request of a point pays its build as well. The truth of a point is the mean of its recorded
 * timings.
 *
 * <p>What a run names is right if its truth is within 1 % of the best truth among the points that
 * the run visited, the incumbent included: the true optimum of what was asked. A claim is an
 * improvement over the incumbent that the verdict calls shown; it is false if the truth of the
 * named point is not below that of the incumbent.
 */
public final class NoisyReplay {

  /** Which incumbent a run has to beat. */
  public enum Setting {
    /** A working point drawn at random: improvements are there to be found. */
    RANDOM_START,
    /** A point drawn from the best hundredth: few improvements are left, and small ones. */
    GOOD_START,
    /** The true optimum of the space: every claim is false. */
    OPTIMUM,
    /** A random point, and all others are timed as it is: every claim is false (an A/A test). */
    SAME
  }

  private static final double WITHIN = 1.01;
  private static final int GOOD = 100;

  private final MeasuredSpace space;
  private final Supplier<Strategy> strategy;
  private final RacingPolicy policy;
  private final double budgetSeconds;
  private final int[] works;

  /**
   * A replay.
   *
   * @param strategy makes a fresh one for each run
   * @param budgetSeconds of recorded time for the search; settling and confirming come on top
   */
  public NoisyReplay(
      MeasuredSpace space, Supplier<Strategy> strategy, RacingPolicy policy, double budgetSeconds) {
    this.space = space;
    this.strategy = strategy;
    this.policy = policy;
    this.budgetSeconds = budgetSeconds;
    this.works =
        IntStream.range(0, space.size())
            .filter(row -> !Double.isNaN(space.value(row)))
            .boxed()
            .sorted(Comparator.comparingDouble(space::value))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  /**
   * How one run ended.
   *
   * @param verdict what was said
   * @param loss of the named point against the best visited, as a share of that one
   * @param lossOfSpace the same against the best of the whole space
   * @param isFalseClaim an improvement was claimed that is none
   * @param points how many were visited
   * @param samples how many were taken
   * @param seconds paid for everything
   * @param confirmSeconds of these, paid after the search to settle and confirm
   */
  public record Run(
      Verdict verdict,
      double loss,
      double lossOfSpace,
      boolean isFalseClaim,
      int points,
      long samples,
      double seconds,
      double confirmSeconds) {

    /** True if the named point is within 1 % of the best visited. */
    public boolean isRight() {
      return 1 + loss <= WITHIN;
    }

    /** True if an improvement was claimed. */
    public boolean isClaim() {
      return verdict.standing() == Verdict.Standing.IMPROVED;
    }
  }

  /** A share of runs with its 95 % interval after Wilson. */
  public record Share(int count, int runs, double low, double high) {

    private static final double Z = 1.959964;

    static Share of(List<Run> runs, Predicate<Run> isCounted) {
      double n = runs.size();
      int count = (int) runs.stream().filter(isCounted).count();
      double share = count / n;
      double middle = share + Z * Z / (2 * n);
      double half = Z * Math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n));
      double scale = 1 + Z * Z / n;
      return new Share(
          count, runs.size(), Math.max(0, (middle - half) / scale), (middle + half) / scale);
    }

    /** The share itself. */
    public double value() {
      return (double) count / runs;
    }
  }

  /**
   * What the runs of a setting come to.
   *
   * @param right named a point within 1 % of the best visited
   * @param rightOfSpace named a point within 1 % of the best of the whole space
   * @param claims claimed an improvement
   * @param falseClaims claimed one that is none
   * @param meanLoss against the best visited
   * @param meanLossOfSpace against the best of the whole space
   * @param meanPoints visited
   * @param meanSamples taken
   * @param meanSeconds paid for everything
   * @param confirmShare of these, paid to settle and confirm
   */
  public record Figures(
      String space,
      Setting setting,
      Share right,
      Share rightOfSpace,
      Share claims,
      Share falseClaims,
      double meanLoss,
      double meanLossOfSpace,
      double meanPoints,
      double meanSamples,
      double meanSeconds,
      double confirmShare) {}

  /** Runs a setting and sums up. */
  public Figures figures(Setting setting, int count, long seed) {
    List<Run> runs = runs(setting, count, seed);
    double seconds = mean(runs, Run::seconds);
    return new Figures(
        space.name(),
        setting,
        Share.of(runs, Run::isRight),
        Share.of(runs, run -> 1 + run.lossOfSpace() <= WITHIN),
        Share.of(runs, Run::isClaim),
        Share.of(runs, Run::isFalseClaim),
        mean(runs, Run::loss),
        mean(runs, Run::lossOfSpace),
        mean(runs, Run::points),
        mean(runs, Run::samples),
        seconds,
        mean(runs, Run::confirmSeconds) / seconds);
  }

  private static double mean(List<Run> runs, ToDoubleFunction<Run> value) {
    return runs.stream().mapToDouble(value).average().orElseThrow();
  }

  /** So many runs; their seeds follow from the given one. */
  public List<Run> runs(Setting setting, int count, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      runs.add(run(setting, seeds.nextLong()));
    }
    return runs;
  }

  /** One run. */
  public Run run(Setting setting, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int start = start(setting, random);
    Search search = new Search(space.space(), strategy.get(), random.nextLong());
    RacingSearch racing = new RacingSearch(search, policy, List.of(1.0), space.at(start));
    int as = setting == Setting.SAME ? start : -1;
    long samples = 0;
    while (racing.verdict().isEmpty()) {
      Optional<MeasureRequest> request = racing.next();
      if (request.isPresent()) {
        samples += request.get().samples();
        racing.tell(request.get().number(), measure(request.get(), as, random));
      }
      if (racing.paid().seconds() >= budgetSeconds) {
        racing.close();
      }
    }
    return judge(racing, start, as, samples);
  }

  private int start(Setting setting, RandomGenerator random) {
    int from =
        switch (setting) {
          case RANDOM_START, SAME -> works.length;
          case GOOD_START -> Math.max(2, works.length / GOOD);
          case OPTIMUM -> 1;
        };
    return works[random.nextInt(from)];
  }

  /** What the recorded timings say to a request; {@code as} is the row to answer for, or -1. */
  private MeasureResult measure(MeasureRequest request, int as, RandomGenerator random) {
    int own = space.rowOf(request.point());
    if (space.outcome(own) instanceof Outcome.Failed failed) {
      return new MeasureResult.Failed(failed.reason(), failed.message(), space.cost(own));
    }
    int row = as < 0 ? own : as;
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < request.samples(); i++) {
      values.add(space.timing(row, random.nextInt(space.timings(row))));
    }
    double share = request.samples() / (double) space.timings(own);
    Cost whole = space.cost(own);
    return new MeasureResult.Sampled(
        values, new Cost(request.isBuild() ? whole.buildSeconds() : 0, share * whole.runSeconds()));
  }

  private Run judge(RacingSearch racing, int start, int as, long samples) {
    Verdict verdict = racing.verdict().orElseThrow();
    double best =
        racing.visited().stream()
            .mapToDouble(point -> truth(point, as))
            .filter(value -> !Double.isNaN(value))
            .min()
            .orElseThrow();
    Point named = verdict.named();
    double value = named == null ? Double.POSITIVE_INFINITY : truth(named, as);
    boolean isClaim = verdict.standing() == Verdict.Standing.IMPROVED;
    return new Run(
        verdict,
        value / best - 1,
        as < 0 ? value / space.value(works[0]) - 1 : 0,
        isClaim && !(value < space.value(start)),
        racing.visited().size(),
        samples,
        racing.paid().seconds(),
        racing.paidToConfirm().seconds());
  }

  private double truth(Point point, int as) {
    int own = space.rowOf(point);
    return as < 0 || Double.isNaN(space.value(own)) ? space.value(own) : space.value(as);
  }
}

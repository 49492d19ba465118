package dev.evolve.search.replay;

import dev.evolve.search.Strategy;
import dev.evolve.search.noise.RacingPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Replays a measured space under its recorded noise, run after run, and sums up. A sample is one of
 * the recorded timings of the point, drawn at random with replacement; the truth of a point is the
 * mean of them.
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

  private static final double WITHIN = 0.01;
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

  /** A share of runs with its 95 % interval after Wilson. */
  public record Share(int count, int runs, double low, double high) {

    private static final double Z = 1.959964;

    static Share of(List<NoisyRun> runs, Predicate<NoisyRun> isCounted) {
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
    List<NoisyRun> runs = runs(setting, count, seed);
    double seconds = mean(runs, NoisyRun::seconds);
    return new Figures(
        space.name(),
        setting,
        Share.of(runs, run -> run.loss() <= WITHIN),
        Share.of(runs, run -> run.lossOfSpace() <= WITHIN),
        Share.of(runs, NoisyRun::isImproved),
        Share.of(runs, NoisyRun::isFalse),
        mean(runs, NoisyRun::loss),
        mean(runs, NoisyRun::lossOfSpace),
        mean(runs, NoisyRun::visited),
        mean(runs, NoisyRun::samples),
        seconds,
        mean(runs, NoisyRun::confirmSeconds) / seconds);
  }

  private static double mean(List<NoisyRun> runs, ToDoubleFunction<NoisyRun> value) {
    return runs.stream().mapToDouble(value).average().orElseThrow();
  }

  /** So many runs; their seeds follow from the given one. */
  public List<NoisyRun> runs(Setting setting, int count, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    List<NoisyRun> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      runs.add(run(setting, seeds.nextLong()));
    }
    return runs;
  }

  /** One run. */
  public NoisyRun run(Setting setting, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int start = start(setting, random);
    long own = random.nextLong();
    return setting == Setting.SAME
        ? NoisyRun.ofEquals(space, strategy.get(), policy, start, budgetSeconds, own)
        : NoisyRun.of(space, strategy.get(), policy, start, budgetSeconds, own);
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
}

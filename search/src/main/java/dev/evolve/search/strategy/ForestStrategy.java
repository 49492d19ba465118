package dev.evolve.search.strategy;

import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.model.Features;
import dev.evolve.search.model.RollingForest;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A forest of extremely randomised trees learns the logarithm of the values; a few of its trees,
 * drawn anew each time, say together where to look next. Few trees disagree where little is known,
 * so chance explores there and not elsewhere (Thompson sampling with bagged models). The longer
 * nothing better was found, the fewer trees are asked, down to a new start without any.
 *
 * <p>Sources: F. Hutter, H. Hoos, K. Leyton-Brown, Sequential model-based optimization for general
 * algorithm configuration, LION 5 (2011); for the sampling, I. Osband, B. Van Roy, Bootstrapped
 * Thompson sampling and deep exploration, arXiv 1507.00300.
 */
public final class ForestStrategy implements Strategy {

  /** The name. */
  public static final String NAME = "forest";

  private final Settings settings;
  private @Nullable Learner learner;

  /** With the settings that did well on measured spaces. */
  public ForestStrategy() {
    this(Settings.DEFAULT);
  }

  ForestStrategy(Settings settings) {
    this.settings = settings;
  }

  /**
   * How it searches.
   *
   * @param trees in the forest
   * @param initial points before the forest is asked
   * @param doubtful share of all trials without a better value from which half of the asking is of
   *     fewer trees
   * @param stuck the same, from which any number of trees is asked and some points are new starts
   * @param drawn share of new starts while stuck
   */
  record Settings(int trees, int initial, double doubtful, double stuck, double drawn) {
    static final Settings DEFAULT = new Settings(24, 10, 0.15, 0.4, 0.3);

    /** How many trees to ask together; 0 for a new start. */
    int asked(double stagnation, RandomGenerator random) {
      if (stagnation < doubtful) {
        return 4;
      }
      if (stagnation < stuck) {
        return random.nextBoolean() ? 4 : 2;
      }
      return random.nextDouble() < drawn ? 0 : 1 << random.nextInt(3);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Suggestion> suggest(History history, RandomGenerator random) {
    if (learner == null || !learner.isReady() || history.known() < settings.initial()) {
      return InitialDesign.next(history, random)
          .map(point -> new Suggestion(point, NAME, "one of the points to start with"));
    }
    int asked = settings.asked(learner.stagnation(), random);
    Optional<Suggestion> best =
        asked == 0 ? Optional.empty() : learner.best(asked, history, random);
    return best.or(
        () ->
            InitialDesign.next(history, random)
                .map(point -> new Suggestion(point, NAME, "a new start, far from what is known")));
  }

  @Override
  public void suggested(Suggestion suggestion) {
    if (learner != null) {
      learner.take(suggestion.point());
    }
  }

  @Override
  public void observe(Trial trial, History history, RandomGenerator random) {
    if (trial.outcome() instanceof Outcome.Failed failed
        && failed.reason() == Outcome.Reason.INFRASTRUCTURE) {
      return;
    }
    if (learner == null) {
      learner = new Learner(history.space(), settings.trees(), random);
    }
    learner.learn(trial, history, random);
  }

  /** What was learnt so far. */
  private static final class Learner {
    private final Features features;
    private final RollingForest forest;
    private final CandidatePool pool;
    private final Targets targets = new Targets();

    Learner(Space space, int trees, RandomGenerator random) {
      this.features = new Features(space, CandidatePool.sample(space, random));
      this.pool = new CandidatePool(space, features);
      this.forest =
          new RollingForest(
              trees, features.size(), Math.max(4, (int) Math.round(Math.sqrt(features.size()))));
    }

    boolean isReady() {
      return forest.isReady();
    }

    /** The share of all trials since the best value was found. */
    double stagnation() {
      return targets.sinceBest() / Math.max(10.0, targets.count());
    }

    void take(Point point) {
      pool.take(point);
    }

    void learn(Trial trial, History history, RandomGenerator random) {
      pool.take(trial.point());
      if (features.size() == 0) {
        return;
      }
      byte[] bins = new byte[features.size()];
      features.encode(trial.point(), bins, 0);
      targets.add(trial.outcome());
      forest.add(bins, 0, 0);
      targets.tell(forest);
      if (pool.refresh(history, random)) {
        forest.judge(pool.rows(), pool.size());
      }
      forest.learn(Math.max(1, 6 * forest.size() / targets.count()), random);
    }

    Optional<Suggestion> best(int asked, History history, RandomGenerator random) {
      int[] trees = random.ints(asked, 0, forest.size()).toArray();
      int row = pool.smallest(forest.sayings(trees), history, random);
      if (row < 0) {
        return Optional.empty();
      }
      String reason =
          String.format(
              Locale.ROOT,
              "the forest expects %s, give or take %.0f %%; best so far %s",
              targets.describe(forest.mean(row)),
              100 * forest.deviation(row),
              targets.describe(targets.best()));
      return Optional.of(new Suggestion(pool.at(row), NAME, reason));
    }
  }

  /** What the forest learns: logarithms of values; a failure counts as the worst value seen. */
  private static final class Targets {
    private double[] values = new double[16];
    private int count;
    private int bestAt;
    private boolean arePositive = true;

    void add(Outcome outcome) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      double value = outcome instanceof Outcome.Measured measured ? measured.value() : Double.NaN;
      arePositive &= !(value <= 0);
      if (count == 0 || Double.isNaN(values[bestAt]) || value < values[bestAt]) {
        bestAt = count;
      }
      values[count++] = value;
    }

    int sinceBest() {
      return count - 1 - bestAt;
    }

    int count() {
      return count;
    }

    void tell(RollingForest forest) {
      double worst = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < count; i++) {
        worst = Double.isNaN(values[i]) ? worst : Math.max(worst, scaled(values[i]));
      }
      for (int i = 0; i < count; i++) {
        double target = Double.isNaN(values[i]) ? worst : scaled(values[i]);
        forest.set(i, Double.isFinite(target) ? (float) target : 0);
      }
    }

    double best() {
      return Double.isNaN(values[bestAt]) ? Double.POSITIVE_INFINITY : scaled(values[bestAt]);
    }

    private double scaled(double value) {
      return arePositive ? Math.log(value) : value;
    }

    String describe(double scaled) {
      return String.format(Locale.ROOT, "%.4g", arePositive ? Math.exp(scaled) : scaled);
    }
  }
}

package dev.evolve.search.strategy;

import dev.evolve.search.Cost;
import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.budget.CostModel;
import dev.evolve.search.model.Features;
import dev.evolve.search.model.RollingForest;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import dev.evolve.search.strategy.CandidatePool.Candidate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A forest of extremely randomised trees learns the logarithm of the values; a few of its trees,
 * drawn anew each time, say together where to look next. Few trees disagree where little is known,
 * so chance explores there and not elsewhere (Thompson sampling with bagged models). The longer
 * nothing better was found, the fewer trees are asked, down to a new start without any. Of the best
 * few it takes the one that is worth most for what it is expected to cost.
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
   * @param draws among which a start is chosen
   * @param doubtful share of all trials without a better value from which half of the asking is of
   *     fewer trees
   * @param stuck the same, from which any number of trees is asked and some points are new starts
   * @param drawn share of new starts while stuck
   * @param compared how many candidates are compared by what they cost
   * @param thrift by what power of its cost a point's expected value is held to be worse
   * @param renewed the fewest trees that are grown anew for a trial
   */
  record Settings(
      int trees,
      int initial,
      int draws,
      double doubtful,
      double stuck,
      double drawn,
      int compared,
      double thrift,
      double renewed) {
    static final Settings DEFAULT =
        new Settings(24, 10, InitialDesign.DRAWS, 0.15, 0.4, 0.3, 8, 0.2, 0.25);

    Settings withDraws(int other) {
      return new Settings(trees, initial, other, doubtful, stuck, drawn, compared, thrift, renewed);
    }

    Settings withThrift(double other) {
      return new Settings(trees, initial, draws, doubtful, stuck, drawn, compared, other, renewed);
    }

    Settings withRenewed(double other) {
      return new Settings(trees, initial, draws, doubtful, stuck, drawn, compared, thrift, other);
    }

    Settings withInitial(int other) {
      return new Settings(trees, other, draws, doubtful, stuck, drawn, compared, thrift, renewed);
    }

    Settings withDrawn(double other) {
      return new Settings(trees, initial, draws, doubtful, stuck, other, compared, thrift, renewed);
    }

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
      return InitialDesign.next(history, settings.draws(), random)
          .map(point -> new Suggestion(point, NAME, "one of the points to start with"));
    }
    int asked = settings.asked(learner.stagnation(), random);
    Optional<Suggestion> best =
        asked == 0 ? Optional.empty() : learner.best(asked, settings, history, random);
    return best.or(
        () ->
            InitialDesign.next(history, settings.draws(), random)
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
      learner = new Learner(history.space(), settings, random);
    }
    learner.learn(trial, history, random);
  }

  /** What was learnt so far. */
  private static final class Learner {
    private final Features features;
    private final RollingForest forest;
    private final CandidatePool pool;
    private final Targets targets = new Targets();
    private final CostModel costs;
    private final double renewed;
    private double due;

    Learner(Space space, Settings settings, RandomGenerator random) {
      this.renewed = settings.renewed();
      this.features = new Features(space, CandidatePool.sample(space, random));
      this.pool = new CandidatePool(space, features);
      this.costs = new CostModel(space);
      this.forest =
          new RollingForest(
              settings.trees(),
              features.size(),
              Math.max(4, (int) Math.round(Math.sqrt(features.size()))));
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
      costs.observe(trial);
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
      due += Math.max(renewed, 6.0 * forest.size() / targets.count());
      forest.learn((int) due, random);
      due -= (int) due;
    }

    /** Of a few candidates the one that is worth most for what it costs. */
    private int worthiest(List<Candidate> few, int asked, double thrift) {
      int best = few.getFirst().row();
      double least = Double.POSITIVE_INFINITY;
      for (Candidate candidate : few) {
        double seconds = costs.predict(pool.at(candidate.row())).map(Cost::seconds).orElse(1.0);
        double worth = candidate.sum() / asked + thrift * Math.log(Math.max(1e-9, seconds));
        if (worth < least) {
          least = worth;
          best = candidate.row();
        }
      }
      return best;
    }

    Optional<Suggestion> best(
        int asked, Settings settings, History history, RandomGenerator random) {
      int[] trees = random.ints(asked, 0, forest.size()).toArray();
      List<Candidate> few =
          pool.smallest(settings.compared(), forest.sayings(trees), history, random);
      if (few.isEmpty()) {
        return Optional.empty();
      }
      int row = worthiest(few, asked, settings.thrift());
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

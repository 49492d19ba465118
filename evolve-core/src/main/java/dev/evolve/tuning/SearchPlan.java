package dev.evolve.tuning;

import dev.evolve.search.Strategy;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.prior.WarmStrategy;
import dev.evolve.search.strategy.Strategies;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a campaign searches; fixed when it starts, so that it searches on alike after a restart.
 *
 * @param strategy name of the strategy
 * @param parallel how many proposals may be open at once
 * @param limits what it may spend besides evaluations and minutes; null for no limits
 * @param prior what is remembered of the pack; null for nothing
 * @param priorNote where that comes from, or why there is nothing, a phrase for people; null if
 *     nobody looked
 */
public record SearchPlan(
    String strategy,
    int parallel,
    @Nullable SearchLimits limits,
    @Nullable Prior prior,
    @Nullable String priorNote) {

  /** The most proposals that may be open at once. */
  public static final int MOST_PARALLEL = 64;

  /** The default strategy, one proposal at a time. */
  public static final SearchPlan STANDARD = new SearchPlan(Strategies.DEFAULT, 1);

  public SearchPlan {
    if (parallel < 1 || parallel > MOST_PARALLEL) {
      throw new IllegalArgumentException(
          "from 1 to " + MOST_PARALLEL + " proposals may be open at once, not " + parallel);
    }
  }

  /** A plan without limits and memory. */
  public SearchPlan(String strategy, int parallel) {
    this(strategy, parallel, null, null, null);
  }

  /** This with what is remembered. */
  public SearchPlan remembering(Prior known, String note) {
    return new SearchPlan(strategy, parallel, limits, known.isEmpty() ? null : known, note);
  }

  /** What it may spend. */
  public SearchLimits limitsOrNone() {
    return limits == null ? SearchLimits.NONE : limits;
  }

  /** A fresh strategy: that of the name, started from what is remembered if something is. */
  public Strategy strategy(Function<String, Strategy> strategies) {
    Prior known = prior;
    return known == null
        ? strategies.apply(strategy)
        : new WarmStrategy(known, () -> strategies.apply(strategy));
  }
}

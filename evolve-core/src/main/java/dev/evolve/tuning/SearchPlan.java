package dev.evolve.tuning;

import dev.evolve.search.strategy.Strategies;

/**
 * How a campaign searches; fixed when it starts, so that it searches on alike after a restart.
 *
 * @param strategy name of the strategy
 * @param parallel how many proposals may be open at once
 */
public record SearchPlan(String strategy, int parallel) {

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
}

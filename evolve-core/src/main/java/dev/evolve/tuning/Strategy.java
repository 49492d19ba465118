package dev.evolve.tuning;

import dev.evolve.pack.Configuration;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the next configuration to try. Pure: the same space, history and seed give the same
 * choice, in any process.
 */
public interface Strategy {

  /** Stable name, stored with every proposal that it made. */
  String name();

  /**
   * The next configuration, none of those tried before.
   *
   * @param space the feasible configurations
   * @param history what was tried, oldest first
   * @param seed the campaign's seed
   * @return empty when the space is exhausted
   */
  Optional<Configuration> next(SearchSpace space, List<Trial> history, long seed);
}

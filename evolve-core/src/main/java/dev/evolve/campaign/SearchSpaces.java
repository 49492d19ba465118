package dev.evolve.campaign;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.tuning.SearchSpace;

/** Makes the search space of a pack. Pure: the same pack and baseline give the same space. */
@FunctionalInterface
public interface SearchSpaces {

  /**
   * The feasible configurations.
   *
   * @param pack knobs and constraints
   * @param baseline the configuration in force
   */
  SearchSpace of(BenchPack pack, Configuration baseline);
}

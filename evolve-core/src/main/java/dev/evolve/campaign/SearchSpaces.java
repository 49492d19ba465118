package dev.evolve.campaign;

import dev.evolve.pack.BenchPack;
import dev.evolve.search.space.Space;

/** Makes the search space of a pack. Pure: the same pack gives the same space. */
@FunctionalInterface
public interface SearchSpaces {

  /**
   * The feasible configurations.
   *
   * @param pack knobs and constraints
   */
  Space of(BenchPack pack);
}

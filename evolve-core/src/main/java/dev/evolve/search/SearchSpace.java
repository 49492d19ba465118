package dev.evolve.search;

import dev.evolve.pack.Configuration;
import dev.evolve.pack.Knob;
import java.util.List;

/** The feasible configurations of a pack. */
public interface SearchSpace {

  /** The knobs, in the order of the pack. */
  List<Knob> knobs();

  /** The baseline. */
  Configuration baseline();

  /** Why a configuration is not in the space; empty if it is. */
  List<String> violations(Configuration configuration);

  /** True if the configuration is in the space. */
  default boolean isFeasible(Configuration configuration) {
    return violations(configuration).isEmpty();
  }
}

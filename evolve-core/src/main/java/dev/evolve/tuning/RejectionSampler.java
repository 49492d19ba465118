package dev.evolve.tuning;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.Knob;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Draws from spaces that are too large to list: every knob at random until the constraints hold.
 */
final class RejectionSampler {

  static final int MAXIMUM_DRAWS = 20_000;

  private RejectionSampler() {}

  /**
   * Draws once.
   *
   * @return empty if all feasible draws were excluded
   * @throws EvolveException if no draw at all was feasible
   */
  static Optional<Configuration> draw(
      SearchSpace space, RandomGenerator random, Set<Configuration> excluded) {
    boolean anyFeasible = false;
    for (int i = 0; i < MAXIMUM_DRAWS; i++) {
      Configuration drawn = anywhere(space, random);
      if (space.isFeasible(drawn)) {
        anyFeasible = true;
        if (!excluded.contains(drawn)) {
          return Optional.of(drawn);
        }
      }
    }
    if (!anyFeasible) {
      throw new EvolveException(
          ErrorCode.INVALID_PACK,
          "a configuration that meets the constraints was wanted, found none in "
              + MAXIMUM_DRAWS
              + " draws; narrow the knobs or loosen the constraints");
    }
    return Optional.empty();
  }

  private static Configuration anywhere(SearchSpace space, RandomGenerator random) {
    TreeMap<String, String> values = new TreeMap<>();
    for (Knob knob : space.knobs()) {
      values.put(knob.name(), KnobSteps.draw(knob, random));
    }
    return new Configuration(values);
  }
}

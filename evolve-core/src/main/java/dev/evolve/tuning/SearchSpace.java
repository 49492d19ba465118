package dev.evolve.tuning;

import dev.evolve.pack.Configuration;
import dev.evolve.pack.Knob;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;

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

  /** How many configurations there are; empty where they cannot be counted. */
  default OptionalLong feasibleCount() {
    return OptionalLong.empty();
  }

  /**
   * Draws uniformly among the feasible configurations.
   *
   * @param random where the draw comes from; the same state gives the same draw
   * @param excluded never drawn
   * @return empty if every feasible configuration is excluded, or none was found by a bounded
   *     search
   */
  default Optional<Configuration> draw(RandomGenerator random, Set<Configuration> excluded) {
    return RejectionSampler.draw(this, random, excluded);
  }

  /** The feasible configurations one step of one knob away, in the order of the knobs. */
  default List<Configuration> neighbours(Configuration configuration) {
    return knobs().stream()
        .flatMap(
            knob ->
                KnobSteps.neighbours(knob, configuration.values().getOrDefault(knob.name(), ""))
                    .stream()
                    .map(value -> configuration.with(knob.name(), value)))
        .filter(this::isFeasible)
        .toList();
  }
}

package dev.evolve.pack;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a pack's outputs besides their distance from the baseline's.
 *
 * @param ulps largest accepted difference of an element in units of the last place; null for that
 *     of the element type
 * @param reference command that writes the output in double precision; empty for none. It is run
 *     from the baseline's checkout, with the scenario's arguments appended
 * @param scenarios edge shapes and adversarial values: run for their outputs alone, never timed
 * @param hashes what every bench run has to print a hash of
 */
public record OutputDemands(
    @Nullable Double ulps,
    List<String> reference,
    List<Scenario> scenarios,
    List<DeclaredHash> hashes) {

  /** Nothing more. */
  public static final OutputDemands NONE = new OutputDemands(null, List.of(), List.of(), List.of());

  public OutputDemands {
    reference = List.copyOf(reference);
    scenarios = List.copyOf(scenarios);
    hashes = List.copyOf(hashes);
  }

  /**
   * A hash that a bench prints, such as of the graph that it captured or of its kernel cache.
   *
   * @param name as the bench prints it
   * @param covers paths of the build's artifacts that the hash stands for: it changes if one of
   *     them does, and only then; empty for a hash that need not follow the build
   */
  public record DeclaredHash(String name, List<String> covers) {
    public DeclaredHash {
      covers = List.copyOf(covers);
    }
  }
}

package dev.evolve.search;

import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Chooses the next point. A fold over what was observed: {@link #suggest} depends on nothing but
 * the observed trials, the history and the given generator, and changes nothing that a later
 * suggestion depends on except through {@link #suggested}; so a search that is rebuilt from its
 * journal goes on exactly as the first would have.
 */
public interface Strategy {

  /** Stable name in lower case, stored with every trial. */
  String name();

  /**
   * The next point.
   *
   * @param history what was told and what is pending
   * @param random fresh for this call, a function of the seed and the number of the proposal
   * @return empty if nothing is left to try
   */
  Optional<Suggestion> suggest(History history, RandomGenerator random);

  /** A suggestion was taken and is pending now; by default nothing to do. */
  default void suggested(Suggestion suggestion) {}

  /**
   * A trial was told, whoever proposed it; the history has it already.
   *
   * @param random fresh for this call, for decisions such as an acceptance
   */
  void observe(Trial trial, History history, RandomGenerator random);
}

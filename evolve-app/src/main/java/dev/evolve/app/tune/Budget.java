package dev.evolve.app.tune;

import dev.evolve.search.budget.StoppingRule;
import org.jspecify.annotations.Nullable;

/**
 * A budget; whichever ends first. All count what earlier processes measured.
 *
 * @param evaluations configurations to measure
 * @param seconds of building and running to pay
 * @param rule ends it once more does not pay; null for none
 */
public record Budget(int evaluations, double seconds, @Nullable StoppingRule rule) {

  /** A budget that ends only when it is spent. */
  public Budget(int evaluations, double seconds) {
    this(evaluations, seconds, null);
  }
}

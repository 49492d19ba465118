package dev.evolve.pack;

import dev.evolve.search.space.Expression;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A constraint ready to be asked. Safe for use by many threads; an expression that cannot be
 * evaluated, such as a division by zero, does not hold.
 */
public final class CelConstraint {

  private final Constraint constraint;
  private final Expression expression;

  CelConstraint(Constraint constraint, Expression expression) {
    this.constraint = constraint;
    this.expression = expression;
  }

  /** Names of the knobs that it speaks of. */
  public Set<String> knobs() {
    return expression.parameters();
  }

  /**
   * Why it does not hold; empty if it does.
   *
   * @param values a typed value for every knob that it speaks of
   */
  public Optional<String> violation(Map<String, Object> values) {
    return expression
        .violation(values)
        .map(why -> why.endsWith(" does not hold") ? why + ": " + constraint.reason() : why);
  }

  /** True if it holds. */
  public boolean holds(Map<String, Object> values) {
    return violation(values).isEmpty();
  }
}

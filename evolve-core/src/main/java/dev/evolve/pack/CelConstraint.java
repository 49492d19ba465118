package dev.evolve.pack;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.Program;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A constraint ready to be asked. Safe for use by many threads; an expression that cannot be
 * evaluated, such as a division by zero, does not hold.
 */
public final class CelConstraint {

  private final Constraint constraint;
  private final Set<String> knobs;
  private final Program program;

  CelConstraint(Constraint constraint, Set<String> knobs, Program program) {
    this.constraint = constraint;
    this.knobs = new TreeSet<>(knobs);
    this.program = program;
  }

  /** Names of the knobs that it speaks of. */
  public Set<String> knobs() {
    return Set.copyOf(knobs);
  }

  /**
   * Why it does not hold; empty if it does.
   *
   * @param values a typed value for every knob that it speaks of
   */
  public Optional<String> violation(Map<String, Object> values) {
    try {
      return Boolean.TRUE.equals(program.eval(values))
          ? Optional.empty()
          : Optional.of(constraint.expression() + " does not hold: " + constraint.reason());
    } catch (CelEvaluationException e) {
      return Optional.of(
          constraint.expression()
              + " cannot be evaluated: "
              + Excerpt.of(String.valueOf(e.getMessage())));
    }
  }

  /** True if it holds. */
  public boolean holds(Map<String, Object> values) {
    return violation(values).isEmpty();
  }
}

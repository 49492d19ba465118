package dev.evolve.pack;

import dev.evolve.search.space.ExpressionCompiler;
import dev.evolve.search.space.InvalidExpressionException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compiles constraints over the knobs of one pack; what expressions may say is decided by {@link
 * ExpressionCompiler}.
 */
public final class ConstraintCompiler {

  private final ExpressionCompiler compiler;

  /** For the given knobs. */
  public ConstraintCompiler(List<Knob> knobs) {
    this.compiler = new ExpressionCompiler(KnobParameters.of(knobs));
  }

  /**
   * Compiles one.
   *
   * @throws InvalidExpressionException saying where and why it cannot be compiled
   */
  public CelConstraint compile(Constraint constraint) {
    return new CelConstraint(constraint, compiler.compile(constraint.expression()));
  }

  /**
   * The condition of a knob: true where its value makes a difference.
   *
   * @throws InvalidExpressionException saying where and why it cannot be compiled
   */
  public Optional<CelConstraint> condition(Knob knob) {
    return knob.condition()
        .map(when -> compile(new Constraint(when, knob.name() + " matters only there")));
  }

  /** A configuration's values as expressions see them. */
  public Map<String, Object> typed(Configuration configuration) {
    return compiler.typed(configuration.values());
  }
}

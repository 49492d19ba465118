package dev.evolve.search.space;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A compiled expression over the parameters of a space that is true or false. Safe for use by many
 * threads. One that cannot be evaluated, such as a division by zero, does not hold.
 */
public final class Expression {

  private final String text;
  private final SortedSet<String> names;
  private final List<Clause> clauses;
  private final Program program;

  Expression(String text, SortedSet<String> names, List<Clause> clauses, Program program) {
    this.text = text;
    this.names = names;
    this.clauses = List.copyOf(clauses);
    this.program = program;
  }

  /** The expression as it was written. */
  public String text() {
    return text;
  }

  /** Names of the parameters that it speaks of. */
  public SortedSet<String> parameters() {
    return names;
  }

  /** The parts that all have to hold. */
  List<Clause> clauses() {
    return clauses;
  }

  /**
   * True if it holds.
   *
   * @param places a place for every parameter of the space
   */
  boolean holds(long[] places) {
    for (Clause clause : clauses) {
      if (!clause.holds(places)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Why it does not hold: a sentence; empty if it does.
   *
   * @param values a value for every parameter that it speaks of, as {@link
   *     ExpressionCompiler#typed} gives them
   */
  public Optional<String> violation(Map<String, Object> values) {
    try {
      return Boolean.TRUE.equals(program.eval(values))
          ? Optional.empty()
          : Optional.of(text + " does not hold");
    } catch (CelEvaluationException e) {
      return Optional.of(
          text
              + " cannot be evaluated: "
              + InvalidExpressionException.shortened(String.valueOf(e.getMessage())));
    }
  }
}

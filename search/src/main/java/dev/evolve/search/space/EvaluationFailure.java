package dev.evolve.search.space;

/**
 * An arithmetic error of an expression, such as a division by zero. It only says that there was
 * one: no trace is taken, since a search over a space meets millions.
 */
final class EvaluationFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  static final EvaluationFailure FAILURE = new EvaluationFailure();

  private EvaluationFailure() {
    super("an expression could not be evaluated", null, false, false);
  }
}

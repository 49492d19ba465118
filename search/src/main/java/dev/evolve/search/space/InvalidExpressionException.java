package dev.evolve.search.space;

/**
 * An expression that cannot be used, with the place where the first problem is; thrown to whoever
 * wrote the space down.
 */
public final class InvalidExpressionException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String expression;
  private final String problem;
  private final int line;
  private final int column;

  /**
   * Names a problem.
   *
   * @param expression as it was written
   * @param problem what was wanted and what was found
   * @param line from 1
   * @param column from 1
   */
  public InvalidExpressionException(String expression, String problem, int line, int column) {
    super(
        shortened(expression)
            + " cannot be used (line "
            + line
            + ", column "
            + column
            + "): "
            + problem);
    this.expression = expression;
    this.problem = problem;
    this.line = line;
    this.column = column;
  }

  /** The expression as it was written. */
  public String expression() {
    return expression;
  }

  /** What is wrong, without the expression. */
  public String problem() {
    return problem;
  }

  /** Line of the first problem, from 1. */
  public int line() {
    return line;
  }

  /** Column of the first problem, from 1. */
  public int column() {
    return column;
  }

  static String shortened(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= 200 ? line : line.substring(0, 197) + "...";
  }
}

package dev.evolve.search.format;

import java.util.List;

/**
 * An expression of Python as tuners' files have them; every node knows at which character it is.
 */
sealed interface PythonExpression {

  /** The character it begins at, from 0. */
  int at();

  /** A number, a text, true or false. */
  record Constant(int at, Object value) implements PythonExpression {}

  /** A name. */
  record Name(int at, String name) implements PythonExpression {}

  /** A sign before a number. */
  record Negative(int at, PythonExpression operand) implements PythonExpression {}

  /** {@code not}. */
  record Not(int at, PythonExpression operand) implements PythonExpression {}

  /** One of {@code + - * / // % **}. */
  record Arithmetic(int at, String operator, PythonExpression left, PythonExpression right)
      implements PythonExpression {}

  /** {@code and} or {@code or} over two or more. */
  record Junction(int at, boolean isAnd, List<PythonExpression> operands)
      implements PythonExpression {}

  /** {@code a < b <= c}: operands one more than operators. */
  record Comparison(int at, List<PythonExpression> operands, List<String> operators)
      implements PythonExpression {}

  /** {@code a if condition else b}. */
  record Conditional(
      int at, PythonExpression condition, PythonExpression then, PythonExpression otherwise)
      implements PythonExpression {}

  /** A call of a named function. */
  record Call(int at, String function, List<PythonExpression> arguments)
      implements PythonExpression {}

  /** A list or tuple. */
  record Items(int at, List<PythonExpression> items) implements PythonExpression {}

  /** {@code [element for variable in source if condition]}. */
  record Comprehension(
      int at,
      PythonExpression element,
      String variable,
      PythonExpression source,
      List<PythonExpression> conditions)
      implements PythonExpression {}

  /** It cannot be read, evaluated or translated. */
  final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final int at;

    Failure(int at, String message) {
      super(message);
      this.at = at;
    }

    /** The character, from 0. */
    int at() {
      return at;
    }
  }
}

package dev.evolve.search.format;

import dev.evolve.search.format.PythonExpression.Arithmetic;
import dev.evolve.search.format.PythonExpression.Failure;

/** The arithmetic of Python's numbers: division by whole numbers goes down, not towards 0. */
final class PythonNumbers {

  private PythonNumbers() {}

  /** Whole arithmetic that may overflow. */
  interface Exact {
    Object value() throws Failure;
  }

  static long whole(Arithmetic at, long left, long right) throws Failure {
    return switch (at.operator()) {
      case "+" -> Math.addExact(left, right);
      case "-" -> Math.subtractExact(left, right);
      case "*" -> Math.multiplyExact(left, right);
      case "//" -> Math.floorDiv(left, divisor(at, right));
      case "%" -> Math.floorMod(left, divisor(at, right));
      default -> power(at, left, right);
    };
  }

  private static long divisor(Arithmetic at, long right) throws Failure {
    if (right == 0) {
      throw new Failure(at.at(), "division by zero");
    }
    return right;
  }

  private static long power(Arithmetic at, long base, long exponent) throws Failure {
    if (exponent > 64 && Math.abs(base) > 1) {
      throw new Failure(at.at(), "the result does not fit into 64 bits");
    }
    long power = 1;
    for (long i = 0; i < Math.min(exponent, 64 + exponent % 2); i++) {
      power = Math.multiplyExact(power, base);
    }
    return power;
  }

  static double real(Arithmetic at, double left, double right) throws Failure {
    boolean isDivision = "/".equals(at.operator()) || "//".equals(at.operator());
    if ((isDivision || "%".equals(at.operator())) && right == 0) {
      throw new Failure(at.at(), "division by zero");
    }
    return switch (at.operator()) {
      case "+" -> left + right;
      case "-" -> left - right;
      case "*" -> left * right;
      case "/" -> left / right;
      case "//" -> Math.floor(left / right);
      case "%" -> left - right * Math.floor(left / right);
      default -> Math.pow(left, right);
    };
  }
}

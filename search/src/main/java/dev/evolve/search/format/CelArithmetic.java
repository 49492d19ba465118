package dev.evolve.search.format;

import dev.evolve.search.format.CelValue.Fraction;
import dev.evolve.search.format.PythonExpression.Failure;

/**
 * Python's arithmetic in CEL. A quotient of whole numbers is kept as a fraction as long as its
 * divisor is known to be positive; floor division and remainder of numbers that may be negative are
 * written out, since CEL rounds towards 0.
 */
final class CelArithmetic {

  private CelArithmetic() {}

  static CelValue of(int at, String operator, CelValue left, CelValue right) throws Failure {
    boolean isReal = isReal(left) || isReal(right);
    return switch (operator) {
      case "+", "-" -> isReal ? real(left, operator, right) : sum(left, operator, right);
      case "*" -> isReal ? real(left, operator, right) : product(left, right);
      case "/" -> isReal ? real(left, operator, right) : quotient(left, right);
      default -> {
        if (isReal) {
          throw new Failure(
              at, "'" + operator + "' of real numbers has no counterpart in a constraint");
        }
        yield operator.equals("//") ? floor(left, right) : remainder(at, left, right);
      }
    };
  }

  private static boolean isReal(CelValue value) {
    return value instanceof CelTerm term && term.type() == CelTerm.Type.REAL;
  }

  /** Any number as a real one. */
  static CelTerm real(CelValue value) {
    return switch (value) {
      case Fraction fraction ->
          CelTerm.real(
              real(fraction.numerator()).in(CelTerm.PRODUCT)
                  + " / "
                  + real(fraction.denominator()).in(CelTerm.SIGN),
              CelTerm.PRODUCT);
      case CelTerm term -> {
        if (!term.isWhole()) {
          yield term;
        }
        boolean isConstant = term.text().matches("-?\\d+");
        yield CelTerm.real(
            isConstant ? term.text() + ".0" : "double(" + term.text() + ")", term.rank());
      }
    };
  }

  private static CelTerm real(CelValue left, String operator, CelValue right) {
    boolean isSum = operator.equals("+") || operator.equals("-");
    int rank = isSum ? CelTerm.SUM : CelTerm.PRODUCT;
    String text = real(left).in(rank) + " " + operator + " " + real(right).in(rank + 1);
    return CelTerm.real(text, rank);
  }

  private static CelTerm numerator(CelValue value) {
    return value instanceof Fraction fraction ? fraction.numerator() : (CelTerm) value;
  }

  private static CelTerm denominator(CelValue value) {
    return value instanceof Fraction fraction ? fraction.denominator() : CelTerm.whole(1);
  }

  private static CelValue fraction(CelTerm numerator, CelTerm denominator) {
    return denominator.isOne() ? numerator : new Fraction(numerator, denominator);
  }

  private static CelValue sum(CelValue left, String operator, CelValue right) {
    CelTerm one = times(numerator(left), denominator(right));
    CelTerm other = times(numerator(right), denominator(left));
    boolean isPlus = operator.equals("+");
    CelTerm sum =
        CelTerm.whole(
            one.in(CelTerm.SUM) + " " + operator + " " + other.in(CelTerm.PRODUCT),
            CelTerm.SUM,
            isPlus ? one.low() + other.low() : one.low() - other.high(),
            isPlus ? one.high() + other.high() : one.high() - other.low());
    return fraction(sum, times(denominator(left), denominator(right)));
  }

  private static CelValue product(CelValue left, CelValue right) {
    return fraction(
        times(numerator(left), numerator(right)), times(denominator(left), denominator(right)));
  }

  /** The product of whole numbers. */
  static CelTerm times(CelTerm left, CelTerm right) {
    if (left.isOne() || right.isOne()) {
      return left.isOne() ? right : left;
    }
    double[] corners = {
      left.low() * right.low(),
      left.low() * right.high(),
      left.high() * right.low(),
      left.high() * right.high()
    };
    java.util.Arrays.sort(corners);
    return CelTerm.whole(
        left.in(CelTerm.PRODUCT) + " * " + right.in(CelTerm.SIGN),
        CelTerm.PRODUCT,
        corners[0],
        corners[3]);
  }

  private static CelValue quotient(CelValue left, CelValue right) {
    return numerator(right).low() > 0
        ? fraction(
            times(numerator(left), denominator(right)), times(denominator(left), numerator(right)))
        : real(left, "/", right);
  }

  private static CelTerm floor(CelValue left, CelValue right) {
    CelTerm one = times(numerator(left), denominator(right));
    CelTerm other = times(denominator(left), numerator(right));
    if (one.low() >= 0 && other.low() > 0) {
      return divided(one, other, 0, one.high());
    }
    double most = Math.max(Math.abs(one.low()), Math.abs(one.high()));
    CelTerm down =
        CelTerm.whole(
            one.in(CelTerm.SUM) + " - " + floorRemainder(one, other).in(CelTerm.PRODUCT),
            CelTerm.SUM,
            -most,
            most);
    return divided(down, other, -most - 1, most + 1);
  }

  private static CelTerm divided(CelTerm left, CelTerm right, double low, double high) {
    return CelTerm.whole(
        left.in(CelTerm.PRODUCT) + " / " + right.in(CelTerm.SIGN), CelTerm.PRODUCT, low, high);
  }

  private static CelValue remainder(int at, CelValue left, CelValue right) throws Failure {
    boolean isFraction = left instanceof Fraction || right instanceof Fraction;
    if (isFraction && !(numerator(right).low() > 0)) {
      throw new Failure(at, "'%' by a fraction that may be 0 or negative cannot be written");
    }
    CelTerm one = times(numerator(left), denominator(right));
    CelTerm other = times(numerator(right), denominator(left));
    return fraction(floorRemainder(one, other), times(denominator(left), denominator(right)));
  }

  private static CelTerm floorRemainder(CelTerm one, CelTerm other) {
    String divisor = other.in(CelTerm.SIGN);
    double most = Math.max(Math.abs(other.low()), Math.abs(other.high()));
    CelTerm plain =
        CelTerm.whole(one.in(CelTerm.PRODUCT) + " % " + divisor, CelTerm.PRODUCT, 0, most);
    return one.low() >= 0 && other.low() > 0
        ? plain
        : CelTerm.whole(
            "(" + plain.text() + " + " + other.in(CelTerm.PRODUCT) + ") % " + divisor,
            CelTerm.PRODUCT,
            -most,
            most);
  }
}

package dev.evolve.search.space;

import dev.evolve.search.space.WholeNode.Bounds;

/**
 * Arithmetic of whole numbers as CEL has it, on numbers and on bounds. Bounds that would leave 64
 * bits end there: what lies beyond is an error.
 */
final class WholeArithmetic {

  private WholeArithmetic() {}

  static long plus(long one, long other) {
    long sum = one + other;
    if (((one ^ sum) & (other ^ sum)) < 0) {
      throw EvaluationFailure.FAILURE;
    }
    return sum;
  }

  static long minus(long one, long other) {
    long difference = one - other;
    if (((one ^ other) & (one ^ difference)) < 0) {
      throw EvaluationFailure.FAILURE;
    }
    return difference;
  }

  static long times(long one, long other) {
    long product = one * other;
    if (Math.multiplyHigh(one, other) != product >> 63) {
      throw EvaluationFailure.FAILURE;
    }
    return product;
  }

  static long divided(long one, long other) {
    if (other == 0 || (one == Long.MIN_VALUE && other == -1)) {
      throw EvaluationFailure.FAILURE;
    }
    return one / other;
  }

  static long remainder(long one, long other) {
    if (other == 0 || (one == Long.MIN_VALUE && other == -1)) {
      throw EvaluationFailure.FAILURE;
    }
    return one % other;
  }

  static Bounds plus(Bounds one, Bounds other) {
    long low = one.low() + other.low();
    long high = one.high() + other.high();
    boolean lowLost = ((one.low() ^ low) & (other.low() ^ low)) < 0;
    boolean highLost = ((one.high() ^ high) & (other.high() ^ high)) < 0;
    return new Bounds(
        lowLost ? end(one.low()) : low,
        highLost ? end(one.high()) : high,
        one.mayFail() || other.mayFail() || lowLost || highLost);
  }

  static Bounds minus(Bounds one, Bounds other) {
    long low = one.low() - other.high();
    long high = one.high() - other.low();
    boolean lowLost = ((one.low() ^ other.high()) & (one.low() ^ low)) < 0;
    boolean highLost = ((one.high() ^ other.low()) & (one.high() ^ high)) < 0;
    return new Bounds(
        lowLost ? end(one.low()) : low,
        highLost ? end(one.high()) : high,
        one.mayFail() || other.mayFail() || lowLost || highLost);
  }

  static Bounds times(Bounds one, Bounds other) {
    long a = ended(one.low(), other.low());
    long b = ended(one.low(), other.high());
    long c = ended(one.high(), other.low());
    long d = ended(one.high(), other.high());
    long low = Math.min(Math.min(a, b), Math.min(c, d));
    long high = Math.max(Math.max(a, b), Math.max(c, d));
    boolean lost = low == Long.MIN_VALUE || high == Long.MAX_VALUE;
    return new Bounds(low, high, one.mayFail() || other.mayFail() || lost);
  }

  static Bounds divided(Bounds one, Bounds other) {
    boolean mayFail = one.mayFail() || other.mayFail() || one.low() == Long.MIN_VALUE;
    if (other.low() <= 0 && other.high() >= 0) {
      long most = magnitude(one);
      return new Bounds(-most, most, true);
    }
    long a = one.low() / other.low();
    long b = one.low() / other.high();
    long c = one.high() / other.low();
    long d = one.high() / other.high();
    return new Bounds(
        Math.min(Math.min(a, b), Math.min(c, d)),
        one.low() == Long.MIN_VALUE ? Long.MAX_VALUE : Math.max(Math.max(a, b), Math.max(c, d)),
        mayFail);
  }

  static Bounds remainder(Bounds one, Bounds other) {
    if (one.low() == one.high() && other.low() == other.high() && other.low() != 0) {
      long exact = other.low() == -1 ? 0 : one.low() % other.low();
      return new Bounds(exact, exact, one.mayFail() || other.mayFail() || other.low() == -1);
    }
    long most = Math.min(magnitude(one), Math.max(0, magnitude(other) - 1));
    boolean mayFail =
        one.mayFail()
            || other.mayFail()
            || (other.low() <= 0 && other.high() >= 0)
            || one.low() == Long.MIN_VALUE;
    return new Bounds(one.low() < 0 ? -most : 0, one.high() > 0 ? most : 0, mayFail);
  }

  private static long magnitude(Bounds bounds) {
    return bounds.low() == Long.MIN_VALUE
        ? Long.MAX_VALUE
        : Math.max(Math.abs(bounds.low()), Math.abs(bounds.high()));
  }

  private static long ended(long one, long other) {
    long product = one * other;
    if (Math.multiplyHigh(one, other) == product >> 63) {
      return product;
    }
    return (one ^ other) < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  private static long end(long sign) {
    return sign < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }
}

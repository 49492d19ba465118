package dev.evolve.search.space;

import java.util.stream.DoubleStream;

/** A part of an expression that gives a real number; arithmetic is that of IEEE 754, as in CEL. */
sealed interface RealNode {

  /**
   * The number at a point.
   *
   * @throws EvaluationFailure if there is none
   */
  double value(long[] places);

  /** Between what it lies, errors aside; infinite on both sides if it may be no number. */
  Bounds bounds(PlaceRanges ranges);

  /** All values, errors aside, lie between low and high, both included. */
  record Bounds(double low, double high, boolean mayFail) {
    static Bounds of(boolean mayFail, double... corners) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (double corner : corners) {
        if (Double.isNaN(corner)) {
          return new Bounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, mayFail);
        }
        low = Math.min(low, corner);
        high = Math.max(high, corner);
      }
      return new Bounds(low, high, mayFail);
    }

    boolean isFinite() {
      return Double.isFinite(low) && Double.isFinite(high);
    }

    Bounds failing(boolean also) {
      return also && !mayFail ? new Bounds(low, high, true) : this;
    }
  }

  /** A number as written. */
  record Constant(double number) implements RealNode {
    @Override
    public double value(long[] places) {
      return number;
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      return new Bounds(number, number, false);
    }
  }

  /** A parameter. */
  record Listed(int parameter, double[] values, boolean ascending, double least, double most)
      implements RealNode {

    static Listed of(int parameter, double[] values) {
      boolean ascending = true;
      for (int i = 1; i < values.length; i++) {
        ascending &= values[i - 1] <= values[i];
      }
      return new Listed(
          parameter,
          values,
          ascending,
          DoubleStream.of(values).min().orElseThrow(),
          DoubleStream.of(values).max().orElseThrow());
    }

    @Override
    public double value(long[] places) {
      return values[(int) places[parameter]];
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      int low = (int) ranges.low[parameter];
      int high = (int) ranges.high[parameter];
      return ascending || low == high
          ? new Bounds(values[low], values[high], false)
          : new Bounds(least, most, false);
    }
  }

  /** A whole number taken as a real one. */
  record OfWhole(WholeNode whole) implements RealNode {
    @Override
    public double value(long[] places) {
      return whole.value(places);
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      WholeNode.Bounds bounds = whole.bounds(ranges);
      return new Bounds(bounds.low(), bounds.high(), bounds.mayFail());
    }
  }

  /** Operations on two numbers. */
  enum Operation {
    PLUS,
    MINUS,
    TIMES,
    DIVIDED;

    double of(double one, double other) {
      return switch (this) {
        case PLUS -> one + other;
        case MINUS -> one - other;
        case TIMES -> one * other;
        case DIVIDED -> one / other;
      };
    }
  }

  /** Two numbers combined. */
  record Combined(Operation operation, RealNode one, RealNode other) implements RealNode {
    @Override
    public double value(long[] places) {
      return operation.of(one.value(places), other.value(places));
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      Bounds first = one.bounds(ranges);
      Bounds second = other.bounds(ranges);
      boolean mayFail = first.mayFail || second.mayFail;
      boolean overZero = operation == Operation.DIVIDED && second.low <= 0 && second.high >= 0;
      if (overZero || !first.isFinite() || !second.isFinite()) {
        return new Bounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, mayFail);
      }
      return Bounds.of(
          mayFail,
          operation.of(first.low, second.low),
          operation.of(first.low, second.high),
          operation.of(first.high, second.low),
          operation.of(first.high, second.high));
    }
  }

  /** Minus. */
  record Negative(RealNode of) implements RealNode {
    @Override
    public double value(long[] places) {
      return -of.value(places);
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      Bounds bounds = of.bounds(ranges);
      return new Bounds(-bounds.high, -bounds.low, bounds.mayFail);
    }
  }

  /** One or the other. */
  record Choice(TruthNode condition, RealNode one, RealNode other) implements RealNode {
    @Override
    public double value(long[] places) {
      return switch (condition.outcome(places)) {
        case Truth.TRUE -> one.value(places);
        case Truth.FALSE -> other.value(places);
        default -> throw EvaluationFailure.FAILURE;
      };
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      int possible = condition.possible(ranges);
      boolean mayFail = (possible & Truth.ERROR) != 0;
      if ((possible & Truth.EITHER) == Truth.TRUE) {
        return one.bounds(ranges).failing(mayFail);
      }
      if ((possible & Truth.EITHER) == Truth.FALSE) {
        return other.bounds(ranges).failing(mayFail);
      }
      Bounds first = one.bounds(ranges);
      Bounds second = other.bounds(ranges);
      return new Bounds(
          Math.min(first.low, second.low),
          Math.max(first.high, second.high),
          mayFail || first.mayFail || second.mayFail);
    }
  }
}

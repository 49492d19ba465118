package dev.evolve.search.space;

import java.util.stream.LongStream;

/**
 * A part of an expression that gives a whole number: exactly at a point, or as bounds over what is
 * still open. Arithmetic is that of CEL: an overflow or a division by zero is an error.
 */
sealed interface WholeNode {

  /**
   * The number at a point.
   *
   * @throws EvaluationFailure if there is none
   */
  long value(long[] places);

  /** Between what it lies, errors aside. */
  Bounds bounds(PlaceRanges ranges);

  /** All values, errors aside, lie between low and high, both included. */
  record Bounds(long low, long high, boolean mayFail) {
    Bounds failing(boolean also) {
      return also && !mayFail ? new Bounds(low, high, true) : this;
    }
  }

  /** A number as written. */
  record Constant(long number) implements WholeNode {
    @Override
    public long value(long[] places) {
      return number;
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      return new Bounds(number, number, false);
    }
  }

  /** A parameter of few values. */
  record Listed(int parameter, long[] values, boolean ascending, long least, long most)
      implements WholeNode {

    static Listed of(int parameter, long[] values) {
      boolean ascending = true;
      for (int i = 1; i < values.length; i++) {
        ascending &= values[i - 1] < values[i];
      }
      return new Listed(
          parameter,
          values,
          ascending,
          LongStream.of(values).min().orElseThrow(),
          LongStream.of(values).max().orElseThrow());
    }

    @Override
    public long value(long[] places) {
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

  /** A parameter that counts by a step. */
  record Counted(int parameter, long minimum, long step) implements WholeNode {
    @Override
    public long value(long[] places) {
      return minimum + places[parameter] * step;
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      return new Bounds(
          minimum + ranges.low[parameter] * step, minimum + ranges.high[parameter] * step, false);
    }
  }

  /** Where an item stands in a permutation, from 0. */
  record Position(int parameter, Parameter.Permutation permutation, int item) implements WholeNode {
    @Override
    public long value(long[] places) {
      return permutation.positionOf(item, places[parameter]);
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      if (ranges.isSet(parameter)) {
        long position = permutation.positionOf(item, ranges.low[parameter]);
        return new Bounds(position, position, false);
      }
      return new Bounds(0, permutation.items().size() - 1L, false);
    }
  }

  /** Minus. */
  record Negative(WholeNode of) implements WholeNode {
    @Override
    public long value(long[] places) {
      long value = of.value(places);
      if (value == Long.MIN_VALUE) {
        throw EvaluationFailure.FAILURE;
      }
      return -value;
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      return WholeArithmetic.minus(new Bounds(0, 0, false), of.bounds(ranges));
    }
  }

  /** Plus. */
  record Sum(WholeNode one, WholeNode other) implements WholeNode {
    @Override
    public long value(long[] places) {
      return WholeArithmetic.plus(one.value(places), other.value(places));
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      return WholeArithmetic.plus(one.bounds(ranges), other.bounds(ranges));
    }
  }

  /** Minus. */
  record Difference(WholeNode one, WholeNode other) implements WholeNode {
    @Override
    public long value(long[] places) {
      return WholeArithmetic.minus(one.value(places), other.value(places));
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      return WholeArithmetic.minus(one.bounds(ranges), other.bounds(ranges));
    }
  }

  /** Times. */
  record Product(WholeNode one, WholeNode other) implements WholeNode {
    @Override
    public long value(long[] places) {
      return WholeArithmetic.times(one.value(places), other.value(places));
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      return WholeArithmetic.times(one.bounds(ranges), other.bounds(ranges));
    }
  }

  /** Divided by, towards zero. */
  record Quotient(WholeNode one, WholeNode other) implements WholeNode {
    @Override
    public long value(long[] places) {
      return WholeArithmetic.divided(one.value(places), other.value(places));
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      return WholeArithmetic.divided(one.bounds(ranges), other.bounds(ranges));
    }
  }

  /** Remainder, with the sign of the dividend. */
  record Remainder(WholeNode one, WholeNode other) implements WholeNode {
    @Override
    public long value(long[] places) {
      return WholeArithmetic.remainder(one.value(places), other.value(places));
    }

    @Override
    public Bounds bounds(PlaceRanges ranges) {
      return WholeArithmetic.remainder(one.bounds(ranges), other.bounds(ranges));
    }
  }

  /** One or the other. */
  record Choice(TruthNode condition, WholeNode one, WholeNode other) implements WholeNode {
    @Override
    public long value(long[] places) {
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

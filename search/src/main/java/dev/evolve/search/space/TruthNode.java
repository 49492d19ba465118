package dev.evolve.search.space;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A part of an expression that is true, false or an error; values are those of {@link Truth}. */
sealed interface TruthNode {

  /** What comes out at a point. */
  int outcome(long[] places);

  /** Everything that may come out over what is still open; never too little. */
  int possible(PlaceRanges ranges);

  /** True or false as written. */
  record Constant(boolean holds) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      return Truth.of(holds);
    }

    @Override
    public int possible(PlaceRanges ranges) {
      return Truth.of(holds);
    }
  }

  /** A parameter that is true or false. */
  record Flag(int parameter) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      return Truth.of(places[parameter] != 0);
    }

    @Override
    public int possible(PlaceRanges ranges) {
      return ranges.isSet(parameter) ? Truth.of(ranges.low[parameter] != 0) : Truth.EITHER;
    }
  }

  /** A parameter has the value of a place. */
  record AtPlace(int parameter, long place) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      return Truth.of(places[parameter] == place);
    }

    @Override
    public int possible(PlaceRanges ranges) {
      if (ranges.isSet(parameter)) {
        return Truth.of(ranges.low[parameter] == place);
      }
      boolean inside = ranges.low[parameter] <= place && place <= ranges.high[parameter];
      return inside ? Truth.EITHER : Truth.FALSE;
    }
  }

  /** Not. */
  record Not(TruthNode of) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      return Truth.not(of.outcome(places));
    }

    @Override
    public int possible(PlaceRanges ranges) {
      return Truth.not(of.possible(ranges));
    }
  }

  /** And. */
  record And(TruthNode one, TruthNode other) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      int first = one.outcome(places);
      return first == Truth.FALSE ? first : Truth.and(first, other.outcome(places));
    }

    @Override
    public int possible(PlaceRanges ranges) {
      return Truth.and(one.possible(ranges), other.possible(ranges));
    }
  }

  /** Or. */
  record Or(TruthNode one, TruthNode other) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      int first = one.outcome(places);
      return first == Truth.TRUE ? first : Truth.or(first, other.outcome(places));
    }

    @Override
    public int possible(PlaceRanges ranges) {
      return Truth.or(one.possible(ranges), other.possible(ranges));
    }
  }

  /** An error counts as false. */
  record Surely(TruthNode of) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      return Truth.of(of.outcome(places) == Truth.TRUE);
    }

    @Override
    public int possible(PlaceRanges ranges) {
      int possible = of.possible(ranges);
      return (possible & Truth.TRUE) | ((possible & ~Truth.TRUE) == 0 ? 0 : Truth.FALSE);
    }
  }

  /** One or the other. */
  record Choice(TruthNode condition, TruthNode one, TruthNode other) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      return switch (condition.outcome(places)) {
        case Truth.TRUE -> one.outcome(places);
        case Truth.FALSE -> other.outcome(places);
        default -> Truth.ERROR;
      };
    }

    @Override
    public int possible(PlaceRanges ranges) {
      int which = condition.possible(ranges);
      return (which & Truth.ERROR)
          | ((which & Truth.TRUE) != 0 ? one.possible(ranges) : 0)
          | ((which & Truth.FALSE) != 0 ? other.possible(ranges) : 0);
    }
  }

  /** How two numbers compare. */
  enum Relation {
    LESS,
    LESS_EQUALS,
    EQUALS
  }

  /** Two whole numbers compared. */
  record WholeComparison(Relation relation, WholeNode one, WholeNode other) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      try {
        long first = one.value(places);
        long second = other.value(places);
        return Truth.of(
            switch (relation) {
              case LESS -> first < second;
              case LESS_EQUALS -> first <= second;
              case EQUALS -> first == second;
            });
      } catch (EvaluationFailure e) {
        return Truth.ERROR;
      }
    }

    @Override
    public int possible(PlaceRanges ranges) {
      WholeNode.Bounds first = one.bounds(ranges);
      WholeNode.Bounds second = other.bounds(ranges);
      boolean always =
          switch (relation) {
            case LESS -> first.high() < second.low();
            case LESS_EQUALS -> first.high() <= second.low();
            case EQUALS ->
                first.low() == first.high()
                    && second.low() == second.high()
                    && first.low() == second.low();
          };
      boolean never =
          switch (relation) {
            case LESS -> first.low() >= second.high();
            case LESS_EQUALS -> first.low() > second.high();
            case EQUALS -> first.high() < second.low() || second.high() < first.low();
          };
      return Truth.failing(
          (never ? 0 : Truth.TRUE) | (always ? 0 : Truth.FALSE),
          first.mayFail() || second.mayFail());
    }
  }

  /** Two real numbers compared. */
  record RealComparison(Relation relation, RealNode one, RealNode other) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      try {
        double first = one.value(places);
        double second = other.value(places);
        return Truth.of(
            switch (relation) {
              case LESS -> first < second;
              case LESS_EQUALS -> first <= second;
              case EQUALS -> first == second;
            });
      } catch (EvaluationFailure e) {
        return Truth.ERROR;
      }
    }

    @Override
    public int possible(PlaceRanges ranges) {
      RealNode.Bounds first = one.bounds(ranges);
      RealNode.Bounds second = other.bounds(ranges);
      boolean numbers = first.isFinite() && second.isFinite();
      boolean always =
          numbers
              && switch (relation) {
                case LESS -> first.high() < second.low();
                case LESS_EQUALS -> first.high() <= second.low();
                case EQUALS ->
                    first.low() == first.high()
                        && second.low() == second.high()
                        && first.low() == second.low();
              };
      boolean never =
          switch (relation) {
            case LESS -> first.low() >= second.high();
            case LESS_EQUALS -> first.low() > second.high();
            case EQUALS -> first.high() < second.low() || second.high() < first.low();
          };
      return Truth.failing(
          (never ? 0 : Truth.TRUE) | (always ? 0 : Truth.FALSE),
          first.mayFail() || second.mayFail());
    }
  }

  /** Two texts are equal. */
  record TextEquality(TextNode one, TextNode other) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      return Truth.of(one.value(places).equals(other.value(places)));
    }

    @Override
    public int possible(PlaceRanges ranges) {
      String first = one.single(ranges);
      String second = other.single(ranges);
      return first == null || second == null ? Truth.EITHER : Truth.of(first.equals(second));
    }
  }

  /** Two truths are equal. */
  record TruthEquality(TruthNode one, TruthNode other) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      int first = one.outcome(places);
      int second = other.outcome(places);
      return ((first | second) & Truth.ERROR) != 0 ? Truth.ERROR : Truth.of(first == second);
    }

    @Override
    public int possible(PlaceRanges ranges) {
      int first = one.possible(ranges);
      int second = other.possible(ranges);
      boolean certain = Integer.bitCount(first) == 1 && Integer.bitCount(second) == 1;
      int mayFail = (first | second) & Truth.ERROR;
      return certain && mayFail == 0 ? Truth.of(first == second) : Truth.EITHER | mayFail;
    }
  }

  /** A whole number is one of a list. */
  record WholeIn(WholeNode number, long[] sorted) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      try {
        return Truth.of(Arrays.binarySearch(sorted, number.value(places)) >= 0);
      } catch (EvaluationFailure e) {
        return Truth.ERROR;
      }
    }

    @Override
    public int possible(PlaceRanges ranges) {
      WholeNode.Bounds bounds = number.bounds(ranges);
      int from = Arrays.binarySearch(sorted, bounds.low());
      int first = from >= 0 ? from : -from - 1;
      boolean never = first == sorted.length || sorted[first] > bounds.high();
      boolean always = bounds.low() == bounds.high() && !never;
      return Truth.failing((never ? 0 : Truth.TRUE) | (always ? 0 : Truth.FALSE), bounds.mayFail());
    }
  }

  /** A text is one of a list. */
  record TextIn(TextNode text, Set<String> texts) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      return Truth.of(texts.contains(text.value(places)));
    }

    @Override
    public int possible(PlaceRanges ranges) {
      @Nullable String single = text.single(ranges);
      return single == null ? Truth.EITHER : Truth.of(texts.contains(single));
    }
  }

  /** What the nodes do not know, asked of CEL once all its parameters are set. */
  record Asked(List<Integer> parameters, ToIntFunction<long[]> program) implements TruthNode {
    @Override
    public int outcome(long[] places) {
      return program.applyAsInt(places);
    }

    @Override
    public int possible(PlaceRanges ranges) {
      for (int parameter : parameters) {
        if (!ranges.isSet(parameter)) {
          return Truth.ANYTHING;
        }
      }
      return program.applyAsInt(ranges.low);
    }
  }
}

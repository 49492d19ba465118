package dev.evolve.search.space;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Parameters that no clause ties to the others, so that a feasible point is a feasible choice in
 * each component. Immutable.
 */
sealed interface Component {

  /** Indexes of its parameters, ascending. */
  int[] parameters();

  /** How many choices there are; empty where they could not be counted. */
  Optional<BigInteger> count();

  /**
   * Draws uniformly among the choices.
   *
   * @param places where the drawn places go
   * @return false if there is no choice, or none was found by a bounded search
   */
  boolean draw(RandomGenerator random, long[] places);

  /** A parameter that may have any place of an interval. */
  record Free(int[] parameters, long low, long high) implements Component {
    @Override
    public Optional<BigInteger> count() {
      return Optional.of(BigInteger.valueOf(high - low + 1));
    }

    @Override
    public boolean draw(RandomGenerator random, long[] places) {
      places[parameters[0]] = random.nextLong(low, high + 1);
      return true;
    }
  }

  /** All choices, listed; the points of the set have the places of these parameters only. */
  record Listed(int[] parameters, FeasibleSet choices) implements Component {
    @Override
    public Optional<BigInteger> count() {
      return Optional.of(BigInteger.valueOf(choices.size()));
    }

    @Override
    public boolean draw(RandomGenerator random, long[] places) {
      if (choices.size() == 0) {
        return false;
      }
      put(random.nextInt(choices.size()), places);
      return true;
    }

    /** Writes a choice into a point. */
    void put(int row, long[] places) {
      for (int i = 0; i < parameters.length; i++) {
        places[parameters[i]] = choices.place(row, i);
      }
    }
  }

  /**
   * Too many choices to list: parts that are drawn each on its own, and again until the clauses
   * between them hold. All choices are equally likely since all combinations of the parts are.
   */
  record Parted(int[] parameters, List<Component> parts, List<Clause> between)
      implements Component {
    /** Most draws until the clauses hold. */
    static final int ATTEMPTS = 100_000;

    @Override
    public Optional<BigInteger> count() {
      boolean isEmpty =
          parts.stream().anyMatch(part -> part.count().equals(Optional.of(BigInteger.ZERO)));
      return isEmpty ? Optional.of(BigInteger.ZERO) : Optional.empty();
    }

    @Override
    public boolean draw(RandomGenerator random, long[] places) {
      for (int i = 0; i < ATTEMPTS; i++) {
        for (Component part : parts) {
          if (!part.draw(random, places)) {
            return false;
          }
        }
        if (between.stream().allMatch(clause -> clause.holds(places))) {
          return true;
        }
      }
      return false;
    }
  }
}

package dev.evolve.search.space;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.random.RandomGenerator;

/**
 * What there is to choose from: parameters and the feasible points among their combinations.
 * Immutable and safe for use by many threads.
 */
public interface Space {

  /** The parameters; their order is the order of the places of a point. */
  List<Parameter> parameters();

  /** Why a point is not in the space, a sentence each; empty if it is. */
  List<String> violations(Point point);

  /** True if the point is in the space. */
  default boolean isFeasible(Point point) {
    return violations(point).isEmpty();
  }

  /** Every feasible point, where they are few enough to be listed. */
  Optional<FeasibleSet> listed();

  /** How many feasible points there are, exactly; empty where they could not be counted. */
  default Optional<BigInteger> count() {
    return listed().map(points -> BigInteger.valueOf(points.size()));
  }

  /**
   * Draws uniformly among the feasible points.
   *
   * @param random where the draw comes from; the same state gives the same draw
   * @return empty if there is none, or none was found by a bounded search
   */
  Optional<Point> draw(RandomGenerator random);

  /**
   * The feasible point nearest to the given places; ties are broken at random. Nearest is what
   * differs in the fewest parameters, and of these what differs least.
   *
   * @return empty if none was found by a bounded search
   */
  Optional<Point> repair(Point wanted, RandomGenerator random);

  /** The feasible points around a point, without it, in a stable order; bounded in number. */
  List<Point> neighbours(Point point, Neighbourhood neighbourhood);

  /** The canonical texts of a point's values by parameter name. */
  default SortedMap<String, String> values(Point point) {
    java.util.TreeMap<String, String> values = new java.util.TreeMap<>();
    for (int i = 0; i < parameters().size(); i++) {
      Parameter parameter = parameters().get(i);
      values.put(parameter.name(), parameter.at(point.place(i)));
    }
    return values;
  }

  /**
   * The point of a configuration, feasible or not.
   *
   * @param values a value for every parameter and nothing else
   * @throws IllegalArgumentException naming the parameter whose value is missing or is none of its
   *     values
   */
  default Point point(Map<String, String> values) {
    long[] places = new long[parameters().size()];
    for (int i = 0; i < places.length; i++) {
      Parameter parameter = parameters().get(i);
      String value = values.get(parameter.name());
      if (value == null) {
        throw new IllegalArgumentException(parameter.name() + " has no value");
      }
      places[i] = parameter.placeOf(value);
      if (places[i] < 0) {
        throw new IllegalArgumentException(
            parameter.name() + " is " + value + ", which is not " + parameter.describe());
      }
    }
    for (String name : values.keySet()) {
      if (parameters().stream().noneMatch(parameter -> parameter.name().equals(name))) {
        throw new IllegalArgumentException(name + " is not a parameter of this space");
      }
    }
    return Point.of(places);
  }
}

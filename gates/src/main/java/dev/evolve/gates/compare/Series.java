package dev.evolve.gates.compare;

import dev.evolve.results.Direction;
import java.util.List;

/**
 * One metric of one benchmark, a value for each turn, in the order the turns ran.
 *
 * @param benchmark its name
 * @param metric its name
 * @param unit its unit
 * @param direction which way is better
 * @param countable true for what is counted
 * @param values one a turn
 */
record Series(
    String benchmark,
    String metric,
    String unit,
    Direction direction,
    boolean countable,
    List<Double> values) {

  Series {
    values = List.copyOf(values);
  }

  String name() {
    return benchmark + " " + metric;
  }
}

package dev.evolve.loop.gate;

import dev.evolve.loop.WorkPayload;

/** Shows the numbers of a step's outcome. A float is given as the double of the same value. */
@FunctionalInterface
public interface NumericView {

  /** The numbers, in an order that follows from the payload; empty if it has none. */
  double[] numbers(WorkPayload payload);
}

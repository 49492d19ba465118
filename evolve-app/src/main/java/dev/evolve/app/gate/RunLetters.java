package dev.evolve.app.gate;

import java.util.random.RandomGenerator;

/**
 * The order of runs: which arm goes first is drawn for the first pair of two and turned round for
 * the second, so that whatever drifts counts for both arms alike.
 */
final class RunLetters {

  private RunLetters() {}

  /** A and B for so many pairs. */
  static String draw(int pairs, RandomGenerator random) {
    StringBuilder order = new StringBuilder();
    boolean isBaselineFirst = false;
    for (int pair = 0; pair < pairs; pair++) {
      isBaselineFirst = pair % 2 == 0 ? random.nextBoolean() : !isBaselineFirst;
      order.append(isBaselineFirst ? "AB" : "BA");
    }
    return order.toString();
  }
}

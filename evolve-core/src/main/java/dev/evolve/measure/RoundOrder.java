package dev.evolve.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One interleaved pair of runs.
 *
 * @param round from 0
 * @param seed of the inputs of both arms, never negative
 * @param first the arm that runs first
 */
record RoundOrder(int round, long seed, Arm first) {

  /**
   * The rounds of one scenario. Which arm goes first is drawn for the first round of two and turned
   * round for the second (A B, B A), so that whatever the first run does to the machine counts for
   * both arms alike.
   */
  static List<RoundOrder> draw(int rounds, RandomGenerator random) {
    List<RoundOrder> orders = new ArrayList<>();
    Arm first = Arm.BASELINE;
    for (int round = 0; round < rounds; round++) {
      first = round % 2 == 1 ? other(first) : Arm.values()[random.nextInt(2)];
      orders.add(new RoundOrder(round, seed(random), first));
    }
    return List.copyOf(orders);
  }

  /** A seed that a bench can read as a signed or an unsigned number. */
  static long seed(RandomGenerator random) {
    return random.nextLong() >>> 1;
  }

  /** Both arms, in order. */
  List<Arm> arms() {
    return List.of(first, other(first));
  }

  private static Arm other(Arm arm) {
    return arm == Arm.BASELINE ? Arm.CANDIDATE : Arm.BASELINE;
  }
}

package dev.evolve.app.bench.gates;

import dev.evolve.gates.statistics.Claim.Standing;
import dev.evolve.gates.statistics.SequentialComparison;
import dev.evolve.gates.statistics.SequentialComparison.Next;
import java.util.Arrays;

/**
 * A comparison that stops by itself.
 *
 * @param standing what it says
 * @param pairs how many it took
 */
record AdaptiveRun(Standing standing, int pairs) {

  /** Shows the comparison one look after the other of a draw of its whole budget. */
  static AdaptiveRun of(PairDraw draw, SequentialComparison comparison) {
    double[] all = OurRule.worsening(draw);
    for (int look : comparison.design().looks()) {
      double[] seen = Arrays.copyOf(all, look);
      if (comparison.next(seen) != Next.GO_ON) {
        return new AdaptiveRun(comparison.standing(seen), look);
      }
    }
    throw new IllegalStateException("no end at the budget");
  }

  boolean isRefuted() {
    return standing == Standing.REFUTED;
  }

  boolean isHeld() {
    return standing == Standing.HELD;
  }
}

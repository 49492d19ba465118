package dev.evolve.app.bench.runtime;

import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import java.util.List;

/** Whether loops of cheap and of costly steps are served alike when not all fit in a turn. */
final class FairnessBench {

  private static final int LOOPS = 10_000;
  private static final int COSTS = 7;
  private static final int PLANS_PER_TURN = 500;
  private static final int ROUNDS = 400;

  private final double[] served = new double[LOOPS];
  private final int[] lastRound = new int[LOOPS];
  private int widestGap;

  /** What was found. */
  record Found(double jain, int widestGap) {}

  Found run() {
    RuntimeLimits limits = Rig.limits();
    RuntimeLimits.Turns turns =
        new RuntimeLimits.Turns(PLANS_PER_TURN, PLANS_PER_TURN, PLANS_PER_TURN, 256);
    Watcher watcher = new Watcher();
    Rig rig =
        new Rig(new CountingLoop(1, COSTS, false), watcher, List.of(), limits.withTurns(turns));
    for (int i = 0; i < LOOPS; i++) {
      rig.submit(i, new CountingLoop.Request(Long.MAX_VALUE, i, false));
    }
    while (rig.runtime.round() < ROUNDS) {
      watcher.round = rig.runtime.round();
      rig.runtime.turn();
    }
    return new Found(jain(), widestGap);
  }

  /**
   * R. Jain, D. Chiu, W. Hawe, "A quantitative measure of fairness and discrimination for resource
   * allocation in shared computer systems", DEC-TR-301, 1984.
   */
  private double jain() {
    double sum = 0;
    double squares = 0;
    for (double value : served) {
      sum += value;
      squares += value * value;
    }
    return sum * sum / (LOOPS * squares);
  }

  private final class Watcher implements RuntimeObserver {
    private int round;

    @Override
    public void stepCompleted(Step step) {
      int loop = Integer.parseInt(step.loopId(), "loop-".length(), step.loopId().length(), 10);
      served[loop] += 1 + loop % COSTS;
      if (lastRound[loop] > 0) {
        widestGap = Math.max(widestGap, round - lastRound[loop]);
      }
      lastRound[loop] = round;
    }
  }
}

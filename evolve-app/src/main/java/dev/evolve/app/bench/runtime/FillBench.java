package dev.evolve.app.bench.runtime;

import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import java.util.List;
import java.util.TreeMap;

/** How full batches are when there is always more work than fits, in 16 different shapes. */
final class FillBench {

  private static final int LOOPS = 10_000;
  private static final int KEYS = 16;
  private static final int LARGEST = 32;
  private static final long STEPS = 100;

  private FillBench() {}

  /** Share of the places in executed batches that were taken, from 0 to 1. */
  static double run() {
    TreeMap<String, Integer> widths = new TreeMap<>();
    widths.put("decode", 1);
    RuntimeLimits limits = Rig.limits();
    Rig rig =
        new Rig(
            new CountingLoop(KEYS, 1, false),
            RuntimeObserver.NONE,
            List.of(),
            limits
                .withPools(limits.pools().withWidths(widths))
                .withTurns(new RuntimeLimits.Turns(4_096, 4_096, 4_096, LARGEST)));
    for (int i = 0; i < LOOPS; i++) {
      rig.submit(i, new CountingLoop.Request(STEPS, i, false));
    }
    while (rig.executor.works() < LOOPS * STEPS / 2) {
      rig.runtime.turn();
    }
    return rig.executor.meanBatch() / LARGEST;
  }
}

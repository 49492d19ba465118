package dev.evolve.app.bench.runtime;

import dev.evolve.loop.Signal;
import dev.evolve.loop.runtime.RuntimeObserver;
import java.util.List;

/** Parks loops until there are very many, and says what each takes; then wakes a few. */
public final class ParkedMemoryMain {

  private static final int WOKEN = 1_000;

  private ParkedMemoryMain() {}

  /**
   * @param arguments number of loops
   */
  public static void main(String[] arguments) {
    int loops = Integer.parseInt(arguments[0]);
    Object[] states = new Object[loops];
    long empty = used();
    for (int i = 0; i < loops; i++) {
      states[i] = new CountingLoop.State(0, 2, 0, i, true);
    }
    long state = (used() - empty) / loops;
    java.util.Arrays.fill(states, null);
    long before = used();
    Rig rig = new Rig(new CountingLoop(1, 1, false), RuntimeObserver.NONE, List.of());
    for (int i = 0; i < loops; i++) {
      rig.submit(i, new CountingLoop.Request(2, 0, true));
      if (i % 1_000 == 0) {
        rig.runtime.turn();
      }
    }
    while (rig.runtime.turn().hasMore()) {
      // Until all of them are parked.
    }
    if (rig.runtime.usage().parked() != loops) {
      throw new IllegalStateException("not all are parked: " + rig.runtime.usage());
    }
    long after = used();
    Fork.report("bytes a loop", (double) (after - before) / loops);
    Fork.report("bytes a state", state);
    Fork.report("heap", after);
    wake(rig, loops);
  }

  private static void wake(Rig rig, int loops) {
    for (int i = 0; i < WOKEN; i++) {
      rig.runtime.signal("loop-" + (long) i * loops / WOKEN, new Signal("go", ""));
    }
    while (rig.runtime.turn().hasMore()) {
      // Until they have taken their step and are parked again.
    }
    Fork.report("woken", rig.executor.works());
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}

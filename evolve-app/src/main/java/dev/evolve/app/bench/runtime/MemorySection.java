package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.util.List;

/** Memory of parked loops, in a heap that must hold them all. */
final class MemorySection implements RuntimeBench.Section {

  private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xmx2g");
  private static final double LOOP_BYTES = 600;
  private static final double HEAP_GB = 2;
  private static final long SECONDS = 600;

  @Override
  public String title() {
    return "memory of parked loops";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting) {
    ForkFigures figures =
        Fork.run(ParkedMemoryMain.class, FLAGS, List.of(String.valueOf(Rig.MOST_LOOPS)), SECONDS);
    double state = figures.only("bytes a state");
    double loop = figures.only("bytes a loop") - state;
    return List.of(
        Figures.of(List.of(loop))
            .atMost(
                setting,
                "a parked loop beyond its own state of " + (long) state + " B, its id counted in",
                "B",
                LOOP_BYTES),
        Figures.of(List.of(figures.only("heap") / 1e9))
            .atMost(setting, "heap of 1,000,000 parked loops", "GB", HEAP_GB));
  }
}

package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.loop.gate.Entrant;
import dev.evolve.loop.gate.InterleaveGate;
import dev.evolve.loop.gate.LoopGateReport;
import dev.evolve.loop.port.WorkExecutor;
import java.util.ArrayList;
import java.util.List;

/** What the interleave gate takes over many loops. */
final class GateSection implements RuntimeBench.Section {

  private static final int LOOPS = 512;
  private static final int STEPS = 32;
  private static final int WARM_UP = 2;
  private static final double REFERENCE_MS = 554;
  private static final double NANOS_PER_MS = 1e6;

  @Override
  public String title() {
    return "interleave gate";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting) {
    List<Double> samples = new ArrayList<>();
    for (int i = -WARM_UP; i < (setting.quick() ? 3 : 9); i++) {
      double took = once();
      if (i >= 0) {
        samples.add(took);
      }
    }
    return List.of(
        Figures.of(samples)
            .atMost(
                setting,
                "gate over 512 loops of 32 steps (alone, serial, interleaved); 554 ms in Python",
                "ms",
                REFERENCE_MS));
  }

  private static double once() {
    long begun = System.nanoTime();
    LoopGateReport report = InterleaveGate.unbatched().check(GateSection::field);
    double took = (System.nanoTime() - begun) / NANOS_PER_MS;
    if (!report.findings().isEmpty()) {
      throw new IllegalStateException("the gate found " + report.findings());
    }
    return took;
  }

  private static List<Entrant<?, ?>> field() {
    CountingLoop loop = new CountingLoop(1, 1, false);
    WorkExecutor executor = new CountingExecutor();
    List<Entrant<?, ?>> entrants = new ArrayList<>();
    for (int i = 0; i < LOOPS; i++) {
      entrants.add(
          new Entrant<>(
              "loop-" + i,
              loop,
              executor,
              new CountingLoop.Request(STEPS, 0, false),
              CountingLoop.MODEL,
              i));
    }
    return entrants;
  }
}

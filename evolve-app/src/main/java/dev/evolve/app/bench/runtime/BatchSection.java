package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.util.ArrayList;
import java.util.List;

/** How full batches are, on a recorded trace and at full load. */
final class BatchSection implements RuntimeBench.Section {

  private static final int ROWS = 2_000;
  private static final int SCALE = 16;
  private static final int[] BATCHES = {4, 8, 32};
  private static final double[] SPEEDS = {16, 24, 32};
  private static final double SHARE = 0.9;
  private static final double FILL = 0.95;

  @Override
  public String title() {
    return "batch formation";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting) {
    List<BenchResult> results = new ArrayList<>();
    for (double speed : SPEEDS) {
      List<RequestTrace.Request> trace = RequestTrace.read(setting, ROWS, SCALE, speed);
      for (int batch : BATCHES) {
        BatchFormationBench bench = new BatchFormationBench(trace, batch);
        double runtime = bench.runtime();
        double oracle = bench.oracle();
        results.add(
            setting.against(
                Figures.of(List.of(runtime / oracle))
                    .atLeast(
                        setting,
                        "mean batch over the oracle's, trace at "
                            + speed
                            + " times its speed, at most "
                            + batch,
                        "",
                        SHARE),
                "the oracle's mean batch",
                oracle));
      }
    }
    results.add(
        Figures.of(List.of(FillBench.run()))
            .atLeast(setting, "fill of batches of 32 at full load with 16 keys", "", FILL));
    return results;
  }
}

package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.util.ArrayList;
import java.util.List;

/** The decode loop as it is served. */
final class ServingSection implements RuntimeBench.Section {

  private static final List<String> BATCHES = List.of("1", "4", "8", "16", "32");
  private static final List<String> LOADS = List.of("0.5", "0.8");
  private static final double[] PERCENTILES = {50, 95, 99};
  private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xmx512m");
  private static final double SNAPSHOT_MICROS = 20;
  private static final long SECONDS = 600;

  @Override
  public String title() {
    return "serving: batches, waiting, snapshots";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting) {
    List<BenchResult> results = new ArrayList<>();
    results.addAll(snapshot(setting));
    results.addAll(batching(setting));
    for (String load : LOADS) {
      results.addAll(trace(setting, load));
    }
    return results;
  }

  private static List<BenchResult> snapshot(BenchSetting setting) {
    ForkFigures figures = Fork.run(ServingMain.class, FLAGS, List.of("snapshot", "15"), SECONDS);
    return List.of(
        figures
            .figures("snapshot")
            .atMost(
                setting,
                "snapshot of a decode loop of 1,000 tokens, without its cache blocks",
                "µs",
                SNAPSHOT_MICROS),
        figures.figures("snapshot bytes").stated(setting, "its size", "B"));
  }

  private static List<BenchResult> batching(BenchSetting setting) {
    List<String> arguments =
        new ArrayList<>(List.of("batching", setting.quick() ? "2" : "5", "32"));
    arguments.addAll(BATCHES);
    ForkFigures figures = Fork.run(ServingMain.class, FLAGS, arguments, SECONDS);
    List<BenchResult> results = new ArrayList<>();
    for (String batch : BATCHES) {
      results.add(
          setting.against(
              figures
                  .figures("ratio wall " + batch)
                  .stated(
                      setting,
                      "tokens/s, continuous batching over one request at a time, at most " + batch,
                      "x"),
              "tokens/s one at a time, of " + Math.round(rate(figures, batch)) + " together",
              figures.figures("tokens/s alone " + batch).median()));
      results.add(
          figures
              .figures("ratio cpu " + batch)
              .stated(setting, "the same, per second of CPU, at most " + batch, "x"));
    }
    return results;
  }

  private static double rate(ForkFigures figures, String batch) {
    return figures.figures("tokens/s " + batch).median();
  }

  private static List<BenchResult> trace(BenchSetting setting, String load) {
    List<String> arguments =
        new ArrayList<>(List.of("trace", setting.quick() ? "100" : "400", load));
    setting.dataDirectory().ifPresent(data -> arguments.add(data.toString()));
    ForkFigures figures = Fork.run(ServingMain.class, FLAGS, arguments, SECONDS);
    List<BenchResult> results = new ArrayList<>();
    for (double percentile : PERCENTILES) {
      String which = "p" + (int) percentile + " ";
      String under = ", Azure trace at " + load + " of what was served at full load";
      results.add(
          Figures.of(figures.samples("first token"))
              .percentile(setting, percentile, which + "time to first token" + under, "ms"));
      results.add(
          Figures.of(figures.samples("each token"))
              .percentile(
                  setting, percentile, which + "time for each further token" + under, "ms"));
    }
    return results;
  }
}

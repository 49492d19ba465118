package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.loop.file.measure.KillHarness;
import dev.evolve.loop.file.measure.KillReport;
import java.util.ArrayList;
import java.util.List;

/**
 * The file store: steps that are acknowledged after fdatasync, a loop alone beside a bare
 * fdatasync, and processes that are killed. Works beneath the checkout, since a directory for
 * temporary files may lie in memory, where a sync costs nothing.
 */
final class StoreSection implements RuntimeBench.Section {

  private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xmx2g", "-Xmn1g");
  private static final double STEPS_GOAL = 500_000;
  private static final double ADDED_MS_GOAL = 1;
  private static final double IDLE_PERCENT_GOAL = 1;
  private static final int LOOPS_KILLED = 300;
  private static final int STEPS_KILLED = 1_000;
  private static final int STEPS_PER_KILL = 10_000;
  private static final long SEED = 11;
  private static final long SECONDS = 600;

  @Override
  public String title() {
    return "steps stored in files, and processes killed";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting) {
    ForkFigures figures = new ForkFigures();
    for (int i = 0; i < (setting.quick() ? 2 : 5); i++) {
      figures.addAll(fork(setting));
    }
    List<BenchResult> results = new ArrayList<>(loads(setting, figures));
    results.addAll(alone(setting, figures));
    results.add(
        figures
            .figures("idle")
            .atMost(
                setting, "a runtime and store with nothing to do", "% core", IDLE_PERCENT_GOAL));
    results.add(
        figures
            .figures("reading MB/s")
            .stated(setting, "opening and loading 10,000 loops, 2,000,000 steps ever", "MB/s"));
    results.add(
        figures
            .figures("reading ms")
            .stated(setting, "opening and loading 10,000 loops, 2,000,000 steps ever", "ms"));
    results.addAll(kills(setting));
    return results;
  }

  private static ForkFigures fork(BenchSetting setting) {
    return Scratch.within(
        setting,
        directory ->
            Fork.run(
                StoreMain.class,
                FLAGS,
                List.of(
                    directory.toString(),
                    "10000",
                    setting.quick() ? "2000" : "5000",
                    setting.quick() ? "1000" : "3000",
                    "2000000"),
                SECONDS));
  }

  private static List<BenchResult> loads(BenchSetting setting, ForkFigures figures) {
    return List.of(
        figures
            .figures("stored steps/s")
            .atLeast(
                setting,
                "steps acknowledged after fdatasync, store alone, 10,000 loops, window 2 ms",
                "steps/s",
                STEPS_GOAL),
        figures
            .figures("stored steps/group")
            .stated(setting, "steps that one fdatasync makes durable meanwhile", "steps"),
        figures
            .figures("stored cpu ns")
            .stated(setting, "processor time of the appending thread per step", "ns"),
        figures
            .figures("driven steps/s")
            .stated(
                setting,
                "steps acknowledged after fdatasync, driven by the runtime, 10,000 loops",
                "steps/s"),
        figures
            .figures("driven cpu ns")
            .stated(setting, "processor time of the driver per stored step", "ns"));
  }

  private static List<BenchResult> alone(BenchSetting setting, ForkFigures figures) {
    return List.of(
        setting.against(
            figures.figures("alone p50 us").stated(setting, "one loop alone, p50", "us"),
            "bare append and fdatasync in turn with it",
            figures.figures("bare p50 us").median()),
        setting.against(
            figures.figures("alone p99 us").stated(setting, "one loop alone, p99", "us"),
            "bare append and fdatasync in turn with it",
            figures.figures("bare p99 us").median()),
        figures
            .figures("added p99 ms")
            .atMost(setting, "what the store adds to a fdatasync at the p99", "ms", ADDED_MS_GOAL),
        figures
            .figures("driven alone p50 us")
            .stated(setting, "one loop alone, driven by the runtime, p50", "us"),
        figures
            .figures("driven alone p99 us")
            .stated(setting, "one loop alone, driven by the runtime, p99", "us"));
  }

  private static List<BenchResult> kills(BenchSetting setting) {
    int wanted = setting.quick() ? 10 : 100;
    KillReport report =
        Scratch.within(
            setting,
            directory ->
                new KillHarness(directory, LOOPS_KILLED, STEPS_KILLED, STEPS_PER_KILL, SEED)
                    .run(wanted));
    String after = " after " + report.kills() + " kill -9";
    return List.of(
        none(setting, "acknowledged steps lost" + after, report.lost() + report.missing()),
        none(setting, "steps applied twice" + after, report.appliedTwice()),
        none(
            setting,
            "rounds with another digest than an uninterrupted run, of " + report.rounds() + after,
            report.differentDigests()),
        Figures.of(List.of((double) report.acknowledged()))
            .stated(setting, "steps acknowledged between these kills", "steps"));
  }

  private static BenchResult none(BenchSetting setting, String metric, long found) {
    return Figures.of(List.of((double) found)).atMost(setting, metric, "steps", 0);
  }
}

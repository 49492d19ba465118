package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.nio.file.Path;
import java.util.List;

/** How long 10,000 loops take to go on after their process was killed. */
final class RecoverySection implements RuntimeBench.Section {

  private static final int LOOPS = 10_000;
  private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xmx1g");
  private static final double GOAL_MS = 2_000;
  private static final long SECONDS = 120;

  @Override
  public String title() {
    return "recovery after kill -9";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting) {
    ForkFigures figures = new ForkFigures();
    for (int i = 0; i < (setting.quick() ? 1 : 5); i++) {
      figures.addAll(Scratch.within(setting, RecoverySection::once));
    }
    return List.of(
        figures
            .figures("recovery")
            .atMost(
                setting,
                "10,000 loops from kill -9 until each has taken a step, beyond the store's reading",
                "ms",
                GOAL_MS),
        figures.figures("reading").stated(setting, "reading of the store meanwhile", "ms"));
  }

  private static ForkFigures once(Path directory) {
    Fork.untilSaid(
        RecoveryMain.class,
        FLAGS,
        RecoveryMain.arguments("run", directory, LOOPS),
        "all have stepped",
        SECONDS);
    return Fork.run(
        RecoveryMain.class, FLAGS, RecoveryMain.arguments("recover", directory, LOOPS), SECONDS);
  }
}

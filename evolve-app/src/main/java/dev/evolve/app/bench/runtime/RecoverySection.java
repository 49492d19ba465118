package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.util.FileSystemUtils;

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
      figures.addAll(once());
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

  private static ForkFigures once() {
    try {
      Path directory = Files.createTempDirectory("evolve-recovery");
      try {
        Fork.untilSaid(
            RecoveryMain.class,
            FLAGS,
            RecoveryMain.arguments("run", directory, LOOPS),
            "all have stepped",
            SECONDS);
        return Fork.run(
            RecoveryMain.class,
            FLAGS,
            RecoveryMain.arguments("recover", directory, LOOPS),
            SECONDS);
      } finally {
        FileSystemUtils.deleteRecursively(directory);
      }
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INTERNAL, "no room for the store: " + e, e);
    }
  }
}

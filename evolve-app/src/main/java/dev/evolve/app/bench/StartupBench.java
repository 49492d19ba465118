package dev.evolve.app.bench;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.springframework.util.FileSystemUtils;

/**
 * From a clean clone with a warm Maven cache and an empty home: how long until the first
 * measurement is shown, and until the campaign has ended.
 */
public final class StartupBench implements SelfBench {

  private static final double FIRST_MEASUREMENT_GOAL = 90;
  private static final double END_GOAL = 600;

  private final InstantSource clock = InstantSource.system();

  @Override
  public String name() {
    return "startup";
  }

  @Override
  public String description() {
    return "clean clone to first measurement, and to the end of a campaign on cpu-sgemm";
  }

  @Override
  public List<BenchResult> run(BenchSetting setting) {
    try {
      Path directory = Files.createTempDirectory("evolve-bench");
      try {
        return measure(setting, directory);
      } finally {
        FileSystemUtils.deleteRecursively(directory);
      }
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INTERNAL, "the start-up bench failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    }
  }

  private List<BenchResult> measure(BenchSetting setting, Path directory)
      throws IOException, InterruptedException {
    Path clone = directory.resolve("clone");
    Process git =
        new ProcessBuilder("git", "clone", "-q", setting.source().toString(), clone.toString())
            .inheritIO()
            .start();
    if (git.waitFor() != 0) {
      throw new EvolveException(ErrorCode.FORGE_FAILED, "cannot clone " + setting.source());
    }
    ProcessBuilder run =
        new ProcessBuilder(
                "./evolve",
                "run",
                "bench-packs/cpu-sgemm",
                "--no-browser",
                "--auto-approve-as",
                "bench",
                "--evaluations",
                setting.quick() ? "4" : "24",
                "--port",
                String.valueOf(freePort()))
            .directory(clone.toFile())
            .redirectErrorStream(true);
    run.environment().put("EVOLVE_HOME", directory.resolve("home").toString());
    long begun = clock.millis();
    double first = Double.NaN;
    Process process = run.start();
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println("  | " + line);
        if (Double.isNaN(first) && line.contains(": baseline ")) {
          first = seconds(begun);
        }
      }
    }
    boolean good = process.waitFor() == 0;
    double end = seconds(begun);
    return List.of(
        setting.result(
            name(),
            "clean clone to first measurement",
            first,
            first,
            first,
            "s",
            "under 90 s",
            first < FIRST_MEASUREMENT_GOAL,
            1),
        setting.result(
            name(),
            "clean clone to the campaign's end" + (good ? "" : " (FAILED)"),
            end,
            end,
            end,
            "s",
            "under 600 s, merged or nothing better found",
            good && end < END_GOAL,
            1));
  }

  private double seconds(long begun) {
    return Duration.ofMillis(clock.millis() - begun).toMillis() / 1000.0;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}

package dev.evolve.canary.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.artifact.FileArtifactStore;
import dev.evolve.canary.time.SystemMonotonicClock;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.BenchPack.Canary.Stage;
import dev.evolve.pack.PackSource;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryStageRequest;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.Sandboxes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as in production: the real sandbox, the real store, the standard settings. */
class SandboxedCanaryTest {

  @TempDir private Path directory;

  private Sandbox sandbox() {
    try {
      return Sandboxes.detect(
          directory.resolve("sandbox"), Sandboxes.Choice.AUTOMATIC, InstantSource.system());
    } catch (EvolveException e) {
      return Assumptions.abort("no sandbox holds on this machine: " + e.getMessage());
    }
  }

  @Test
  void servesBothArmsFromTheSandboxAndLeavesNothingBehind() throws Exception {
    Assumptions.assumeTrue(FixtureServices.canBuild(), "this test needs a C compiler named cc");
    FixtureServices services = new FixtureServices(Files.createDirectory(directory.resolve("b")));
    FileArtifactStore store = new FileArtifactStore(directory.resolve("store"));
    BenchPack pack = FixtureServices.pack(new Stage(0.5, 60));
    CanaryStageRequest request =
        new CanaryStageRequest(
            "canary-1",
            new PackSource("/nowhere", "main", "0".repeat(40), ""),
            pack,
            store.put(services.file(services.build("a", "none"))),
            store.put(services.file(services.build("b", "none"))),
            0,
            1);
    Path sockets = Files.createDirectory(directory.resolve("s"));

    CanaryStageReport report;
    try (ProcessCanaryTarget target =
        new ProcessCanaryTarget(
            sandbox(),
            store,
            (source, path) -> FixtureServices.load(),
            directory.resolve("canaries"),
            sockets,
            new SystemMonotonicClock(),
            CanarySettings.standard())) {
      report = target.runStage(request, () -> false);
    }

    assertThat(report.problem()).isEmpty();
    assertThat(report.baseline().requests() + report.candidate().requests()).isEqualTo(60);
    assertThat(report.baseline().errors() + report.candidate().errors()).isZero();
    try (Stream<Path> left = Files.list(sockets)) {
      assertThat(left).isEmpty();
    }
  }
}

package dev.evolve.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.measure.BenchRun.Status;
import dev.evolve.measure.BenchRunner.Slot;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackReader;
import dev.evolve.sandbox.ResourceUsage;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.SandboxCommand;
import dev.evolve.sandbox.SandboxProcess;
import dev.evolve.sandbox.SandboxResult;
import dev.evolve.sandbox.SandboxResult.Ending;
import dev.evolve.workspace.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchRunnerTest {

  private static final long WALL_NS = 1_000_000;
  private static final String METRICS =
      """
      {"metric": "time", "value": 500, "unit": "ns"}
      {"metric": "rate", "value": 2000000, "unit": "calls/s"}
      """;

  @TempDir Path temporary;
  private final BenchPack pack = new PackReader().read(Path.of("src/test/resources/packs/fixture"));
  private Path output;

  @BeforeEach
  void makeOutput() throws IOException {
    output = Files.createDirectory(temporary.resolve("out"));
  }

  @Test
  void asksForSeedOutputAndScenarioOnOneProcessor() throws Exception {
    FakeSandbox sandbox = new FakeSandbox(Ending.EXITED, 0, METRICS, "data");
    BenchRun run = run(sandbox);
    assertThat(run.status()).isEqualTo(Status.OK);
    SandboxCommand command = sandbox.commands.getFirst();
    assertThat(command.command())
        .containsExactly(
            "build/fixture",
            "bench",
            "--seed",
            "7",
            "--output",
            output.resolve("output.bin").toString(),
            "--size",
            "512");
    assertThat(command.cpu()).isEqualTo(3);
    assertThat(command.writable()).containsExactly(output);
    assertThat(command.readable()).containsExactly(temporary.resolve("tree"));
    assertThat(command.environment()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "EXITED, 3, CRASHED, exit code 3",
    "SIGNALLED, 139, CRASHED, signal 11",
    "TIMED_OUT, 137, TIMED_OUT, wall time",
    "OUT_OF_MEMORY, 137, OUT_OF_MEMORY, memory"
  })
  void saysHowAProcessFailed(Ending ending, int code, Status status, String detail)
      throws Exception {
    BenchRun run = run(new FakeSandbox(ending, code, METRICS, "data"));
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.detail()).contains(detail).contains("said on standard error");
  }

  @ParameterizedTest
  @CsvSource({"1000001, BAD_OUTPUT", "1000000, OK", "NaN, OK", "Infinity, BAD_OUTPUT"})
  void doesNotBelieveMoreTimeThanThereWas(String claimed, Status status) throws Exception {
    BenchRun run = run(new FakeSandbox(Ending.EXITED, 0, METRICS.replace("500", claimed), "data"));
    assertThat(run.status()).isEqualTo(status);
  }

  @Test
  void wantsAnOutputThatIsAPlainFile() throws Exception {
    assertThat(run(new FakeSandbox(Ending.EXITED, 0, METRICS, null)).status())
        .isEqualTo(Status.MISSING_OUTPUT);
    assertThat(run(new FakeSandbox(Ending.EXITED, 0, METRICS, "")).detail()).contains("empty");
    Files.delete(output.resolve("output.bin"));
    Path elsewhere = Files.writeString(temporary.resolve("elsewhere"), "data of somebody else");
    Files.createSymbolicLink(output.resolve("output.bin"), elsewhere);
    BenchRun run = run(new FakeSandbox(Ending.EXITED, 0, METRICS, null));
    assertThat(run.status()).isEqualTo(Status.MISSING_OUTPUT);
    assertThat(run.outputSha256()).isNull();
  }

  @Test
  void readsTheEnergyThatARunUsedWhereItCanBeRead() throws Exception {
    Sandbox sandbox = new FakeSandbox(Ending.EXITED, 0, METRICS, "xxxx");
    AtomicLong microjoules = new AtomicLong(1_000);
    PowerSource counting =
        () ->
            new PowerReading(
                List.of(
                    new PowerReading.EnergyCounter(
                        "package-0", microjoules.getAndAdd(2_500_000), Long.MAX_VALUE)),
                List.of());

    assertThat(run(sandbox, new MeasurementHost(3, counting)).usage().joules()).isEqualTo(2.5);
    assertThat(run(sandbox).usage().joules()).isNull();
  }

  private BenchRun run(Sandbox sandbox) throws InterruptedException {
    return run(sandbox, new MeasurementHost(3));
  }

  private BenchRun run(Sandbox sandbox, MeasurementHost host) throws InterruptedException {
    Path tree = temporary.resolve("tree");
    return new BenchRunner(sandbox, pack, host)
        .run(
            new Slot(pack.scenarios().getFirst(), Arm.CANDIDATE, 0, 1, 7),
            new Checkout(tree, tree, "tree-id"),
            output);
  }

  /** Runs nothing: gives the result that a test wants and writes the output that it wants. */
  private final class FakeSandbox implements Sandbox {

    private final List<SandboxCommand> commands = new ArrayList<>();
    private final SandboxResult result;
    private final @org.jspecify.annotations.Nullable String written;

    FakeSandbox(
        Ending ending,
        int code,
        String printed,
        @org.jspecify.annotations.Nullable String written) {
      this.written = written;
      this.result =
          new SandboxResult(
              ending,
              code,
              printed,
              "said on standard error\n",
              new ResourceUsage(WALL_NS, WALL_NS, 4096L));
    }

    @Override
    public String technology() {
      return "none";
    }

    @Override
    public List<String> protections() {
      return List.of();
    }

    @Override
    public List<String> missing() {
      return List.of();
    }

    @Override
    public SandboxResult run(SandboxCommand command) {
      commands.add(command);
      try {
        if (written != null) {
          Files.writeString(output.resolve("output.bin"), written);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return result;
    }

    @Override
    public SandboxProcess start(SandboxCommand command) {
      throw new UnsupportedOperationException();
    }
  }
}

package dev.evolve.app.bench.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.app.bench.BenchSetting;
import dev.evolve.error.EvolveException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every part of the bench runs, small; what it measures is not looked at. */
class RuntimeBenchTest {

  private static final String QUICK = "-XX:TieredStopAtLevel=1";
  private static final String SERIAL = "-XX:+UseSerialGC";
  private static final List<String> ONE_CARRIER =
      List.of("-Xmx64m", QUICK, SERIAL, "-Djdk.virtualThreadScheduler.parallelism=1");
  private static final List<String> SMALL = List.of("-Xmx64m", QUICK, SERIAL);

  /** Key and value blocks lie outside the heap, within a limit of the same size. */
  private static final List<String> SERVING = List.of("-Xmx512m", QUICK, SERIAL);

  @Test
  void measuresStepsWithAndWithoutHooksBesideVirtualThreads() {
    ForkFigures ours = Fork.run(DriverCostMain.class, SMALL, List.of("1", "400", "1", "8"), 60);
    for (String variant : List.of("plain", "fresh", "observer", "interceptor")) {
      assertThat(ours.only(variant + " 8 ns")).isNotNegative();
      assertThat(ours.only(variant + " 1 bytes")).isNotNegative();
    }
    ForkFigures rival =
        Fork.run(VirtualThreadsMain.class, ONE_CARRIER, List.of("1", "400", "8"), 60);
    assertThat(rival.only("virtual thread 8 ns")).isNotNegative();
  }

  @Test
  void parksLoopsAndWakesThemAgain() {
    ForkFigures figures = Fork.run(ParkedMemoryMain.class, SMALL, List.of("2000"), 60);
    assertThat(figures.only("bytes a loop")).isPositive();
    assertThat(figures.only("woken")).isEqualTo(1_000);
  }

  @Test
  void formsBatchesAsLargeAsTheOracleWhenNothingIsToBeDecided() {
    List<RequestTrace.Request> alone = List.of(new RequestTrace.Request(0, 10, 5));
    BatchFormationBench bench = new BatchFormationBench(alone, 4);
    assertThat(bench.runtime()).isEqualTo(1);
    assertThat(bench.oracle()).isEqualTo(1);
    List<RequestTrace.Request> together =
        List.of(new RequestTrace.Request(0, 10, 5), new RequestTrace.Request(0, 10, 5));
    assertThat(new BatchFormationBench(together, 4).runtime()).isEqualTo(2);
    assertThat(new BatchFormationBench(together, 4).oracle()).isEqualTo(2);
    assertThat(new BatchFormationBench(together, 1).runtime()).isEqualTo(1);
  }

  @Test
  void readsTheShippedTraceOrOneThatIsGiven(@TempDir Path directory) throws Exception {
    BenchSetting shipped = new BenchSetting(directory, true, "commit", "machine", null);
    List<RequestTrace.Request> trace = RequestTrace.read(shipped, 100, 16, 2);
    assertThat(trace).hasSize(100);
    assertThat(trace.getFirst().arrivalMs()).isZero();
    assertThat(trace).allMatch(request -> request.prompt() > 0 && request.output() > 0);
    Files.createDirectories(directory.resolve("request-traces"));
    Files.writeString(
        directory.resolve("request-traces/azure-llm-2023-conv.csv"),
        """
        TIMESTAMP,ContextTokens,GeneratedTokens
        2023-11-16 18:15:46.0000000,32,16
        2023-11-16 18:15:47.0000000,64,48
        """);
    BenchSetting given = new BenchSetting(directory, true, "commit", "machine", directory);
    assertThat(RequestTrace.read(given, 100, 16, 2))
        .containsExactly(new RequestTrace.Request(0, 2, 1), new RequestTrace.Request(500, 4, 3));
  }

  @Test
  void servesRequestsTogetherAndAloneAndUnderATrace() {
    ForkFigures batching =
        Fork.run(ServingMain.class, SERVING, List.of("batching", "1", "3", "2"), 120);
    assertThat(batching.only("ratio wall 2")).isPositive();
    ForkFigures trace = Fork.run(ServingMain.class, SERVING, List.of("trace", "3", "1"), 120);
    assertThat(trace.samples("first token")).hasSize(3);
  }

  @Test
  void takesLoopsUpAgainThatWereKilled(@TempDir Path directory) {
    Fork.untilSaid(
        RecoveryMain.class,
        SMALL,
        RecoveryMain.arguments("run", directory, 50),
        "all have stepped",
        60);
    ForkFigures figures =
        Fork.run(RecoveryMain.class, SMALL, RecoveryMain.arguments("recover", directory, 50), 60);
    assertThat(figures.only("recovery")).isNotNegative();
  }

  @Test
  void saysWhatAForkThatFailsSaid() {
    assertThatThrownBy(() -> Fork.run(DriverCostMain.class, SMALL, List.of("one"), 60))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("NumberFormatException");
  }

  @Test
  void measuresTheFileStore(@TempDir Path directory) {
    ForkFigures figures =
        Fork.run(
            StoreMain.class, SMALL, List.of(directory.toString(), "20", "100", "5", "200"), 60);
    assertThat(figures.only("stored steps/s")).isPositive();
    assertThat(figures.only("driven steps/s")).isPositive();
    assertThat(figures.only("alone p99 us")).isPositive();
    assertThat(figures.only("reading MB/s")).isPositive();
  }

  @Test
  void fillsBatchesAtFullLoad() {
    assertThat(FillBench.run()).isGreaterThan(0.5);
  }
}

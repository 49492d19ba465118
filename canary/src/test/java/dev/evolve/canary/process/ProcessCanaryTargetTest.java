package dev.evolve.canary.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.canary.http.HttpLimits;
import dev.evolve.canary.judge.CanaryJudgement;
import dev.evolve.canary.judge.JudgeSettings;
import dev.evolve.canary.splitter.SplitterSettings;
import dev.evolve.canary.time.SystemMonotonicClock;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.loop.Cancellation;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.BenchPack.Canary.Stage;
import dev.evolve.pack.PackSource;
import dev.evolve.rollout.CanaryReport;
import dev.evolve.rollout.CanaryStageReport;
import dev.evolve.rollout.CanaryStageRequest;
import dev.evolve.rollout.CanaryVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real child processes: the fixture pack's service, built with the machine's C compiler. */
class ProcessCanaryTargetTest {

  private static final Cancellation NEVER = () -> false;
  private static final BenchPack PACK =
      FixtureServices.pack(new Stage(0.25, 80), new Stage(0.5, 240));

  @TempDir private static Path builds;
  @TempDir private Path directory;

  private static FixtureServices services;

  private final PlainSandbox sandbox = new PlainSandbox();
  private Path sockets;
  private ProcessCanaryTarget target;

  @BeforeAll
  static void needACompiler() {
    Assumptions.assumeTrue(FixtureServices.canBuild(), "these tests need a C compiler named cc");
    services = new FixtureServices(builds);
  }

  @BeforeEach
  void makeTarget() throws IOException {
    sockets = Files.createDirectory(directory.resolve("s"));
    target = target(sockets);
  }

  private ProcessCanaryTarget target(Path socketRoot) {
    SplitterSettings splitter =
        new SplitterSettings(
            HttpLimits.standard(), Duration.ofSeconds(1), Duration.ofSeconds(5), 16, 64, "Key");
    CanarySettings settings =
        new CanarySettings(
            splitter,
            Duration.ofSeconds(2),
            Duration.ofMinutes(5),
            Duration.ofSeconds(2),
            Duration.ofSeconds(20),
            Duration.ofSeconds(2),
            16,
            10,
            0.5,
            50,
            20);
    return new ProcessCanaryTarget(
        sandbox,
        services,
        (source, path) -> FixtureServices.load(),
        directory.resolve("canaries"),
        socketRoot,
        new SystemMonotonicClock(),
        settings);
  }

  @AfterEach
  void leavesNothingBehind() throws IOException {
    target.stop("canary-1");
    target.stop("canary-1");
    target.close();
    assertThat(sandbox.started()).noneMatch(PlainSandbox.Started::isAlive);
    assertThat(children(sockets)).isEmpty();
    if (Files.exists(directory.resolve("canaries"))) {
      assertThat(children(directory.resolve("canaries"))).isEmpty();
    }
  }

  private static List<Path> children(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static CanaryStageRequest request(String candidate, int stage) throws Exception {
    return request(services.build("a", "none"), candidate, stage);
  }

  private static CanaryStageRequest request(String baseline, String candidate, int stage) {
    PackSource source = new PackSource("/nowhere", "main", "0".repeat(40), "");
    return new CanaryStageRequest("canary-1", source, PACK, baseline, candidate, stage, 42);
  }

  private CanaryStageReport runStage(String candidate, int stage) throws Exception {
    return target.runStage(request(candidate, stage), NEVER);
  }

  private CanaryReport runAll(String candidate) throws Exception {
    CanaryJudgement judge = new CanaryJudgement(JudgeSettings.standard());
    List<CanaryStageReport> stages = new ArrayList<>();
    CanaryReport report = judge.judge(PACK, stages);
    for (int stage = 0; stage < PACK.canary().stages().size(); stage++) {
      stages.add(runStage(candidate, stage));
      report = judge.judge(PACK, stages);
      if (report.verdict() != CanaryVerdict.HOLD) {
        return report;
      }
    }
    return report;
  }

  @Test
  void countsEveryRequestOfTwoHealthyArms() throws Exception {
    CanaryReport report = runAll(services.build("b", "none"));

    assertThat(report.verdict()).as(report.summary()).isNotEqualTo(CanaryVerdict.REVERT);
    assertThat(report.stages()).hasSize(2);
    for (int i = 0; i < 2; i++) {
      CanaryStageReport stage = report.stages().get(i);
      assertThat(stage.problem()).isEmpty();
      assertThat(stage.baseline().requests() + stage.candidate().requests())
          .isEqualTo(PACK.canary().stages().get(i).requests());
      assertThat(stage.baseline().errors() + stage.candidate().errors()).isZero();
    }
    // One start of each arm served both stages.
    assertThat(sandbox.started()).hasSize(2);
  }

  @Test
  void revertsAServiceThatIsFiveTimesSlower() throws Exception {
    CanaryReport report = runAll(services.build("a", "slow-service"));

    assertThat(report.verdict()).as(report.summary()).isEqualTo(CanaryVerdict.REVERT);
  }

  @Test
  void revertsAServiceThatAnswersWithErrors() throws Exception {
    CanaryReport report = runAll(services.build("a", "error-service"));

    assertThat(report.verdict()).isEqualTo(CanaryVerdict.REVERT);
    CanaryStageReport stage = report.stages().getFirst();
    assertThat(stage.candidate().errors()).isEqualTo(stage.candidate().requests()).isPositive();
    assertThat(stage.baseline().errors()).isZero();
  }

  @Test
  void countsWrongAnswersAsErrors() throws Exception {
    CanaryReport report = runAll(services.build("a", "wrong"));

    assertThat(report.verdict()).as(report.summary()).isEqualTo(CanaryVerdict.REVERT);
    assertThat(report.stages().getFirst().candidate().errors()).isPositive();
  }

  @Test
  void reportsACandidateThatEndsAtOnce() throws Exception {
    String candidate = services.script("echo no such device; exit 3");

    CanaryStageReport report = runStage(candidate, 0);

    assertThat(report.problem()).contains("has ended", "no such device");
    assertThat(report.candidate().requests()).isZero();
  }

  @Test
  void reportsACandidateThatNeverListens() throws Exception {
    CanaryStageReport report = runStage(services.script("exec sleep 60"), 0);

    assertThat(report.problem()).contains("/healthz", "within 2 s", "is running");
  }

  @Test
  void reportsACandidateThatIsKilledInTheMiddle() throws Exception {
    CanaryStageReport report = whileRunning(1, () -> sandbox.latest("candidate").signal("KILL"));

    assertThat(report.problem()).contains("ended");
    assertThat(report.baseline().errors()).isZero();
  }

  @Test
  void reportsACandidateThatHangs() throws Exception {
    CanaryStageReport report = whileRunning(1, () -> sandbox.latest("candidate").signal("STOP"));

    assertThat(report.problem()).contains("the budget of 20");
    assertThat(report.candidate().errors()).isGreaterThan(20);
  }

  @Test
  void startsAgainAfterAFailedCandidate() throws Exception {
    assertThat(runStage(services.script("exit 1"), 0).problem()).isNotEmpty();

    assertThat(runStage(services.build("b", "none"), 0).problem()).isEmpty();
  }

  @Test
  void blamesNoCandidateForABaselineThatFails() throws Exception {
    CanaryStageRequest broken = request(services.script("exit 1"), services.build("b", "none"), 0);
    assertThatThrownBy(() -> target.runStage(broken, NEVER))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SERVICE_FAILED));

    assertThatThrownBy(() -> whileRunning(1, () -> sandbox.latest("baseline").signal("KILL")))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("baseline");
  }

  @Test
  void startsFreshProcessesForALaterStageAfterARestart() throws Exception {
    String candidate = services.build("b", "none");
    runStage(candidate, 0);
    // What a crash leaves behind: directories, sockets and a target that knows nothing of them.
    ProcessCanaryTarget crashed = target;
    target = target(sockets);

    CanaryStageReport report = runStage(candidate, 1);

    assertThat(report.problem()).isEmpty();
    assertThat(report.stage()).isEqualTo(1);
    assertThat(report.baseline().requests() + report.candidate().requests()).isEqualTo(240);
    assertThat(children(sockets)).hasSize(1);
    crashed.close();
  }

  @Test
  void stopsInTheMiddleOfAStage() throws Exception {
    CanaryStageReport report = whileRunning(1, () -> target.stop("canary-1"));

    assertThat(report.problem()).contains("stopped after");
  }

  @Test
  void endsAStageThatIsCancelled() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(400);

    CanaryStageReport report =
        target.runStage(
            request(services.build("b", "none"), 1), () -> System.nanoTime() > deadline);

    assertThat(report.problem()).contains("stopped");
  }

  @Test
  void refusesASocketPathThatIsTooLong() throws Exception {
    Path deep = Files.createDirectories(directory.resolve("d".repeat(120)));
    ProcessCanaryTarget other = target(deep);

    assertThatThrownBy(() -> other.runStage(request(services.build("b", "none"), 0), NEVER))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("choose a shorter directory");
    assertThat(children(deep)).isEmpty();
  }

  private interface Blow {
    void strike() throws Exception;
  }

  /** Runs a stage and strikes once its traffic flows. */
  private CanaryStageReport whileRunning(int stage, Blow blow) throws Exception {
    CanaryStageRequest request = request(services.build("b", "none"), stage);
    int before = sandbox.started().size();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<CanaryStageReport> report = threads.submit(() -> target.runStage(request, NEVER));
      while (sandbox.started().size() < before + 2) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      TimeUnit.MILLISECONDS.sleep(800);
      blow.strike();
      return report.get(60, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}

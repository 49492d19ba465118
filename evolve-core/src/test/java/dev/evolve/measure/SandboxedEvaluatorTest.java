package dev.evolve.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.artifact.FileArtifactStore;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.loop.Cancellation;
import dev.evolve.loop.port.SeedSource;
import dev.evolve.measure.BenchRun.Status;
import dev.evolve.measure.Evaluation.Phase;
import dev.evolve.pack.HardwareProbe;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.proposal.Changeset;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.Sandboxes;
import dev.evolve.workspace.FixtureRepository;
import dev.evolve.workspace.Workspaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real builds and runs of the fixture pack, in a real sandbox. */
class SandboxedEvaluatorTest {

  private static final Cancellation NEVER = () -> false;

  @TempDir static Path home;
  private static FixtureRepository repository;
  private static Sandbox sandbox;
  private static HardwareProfile machine;

  private final AtomicLong seeds = new AtomicLong(41);
  private final List<String> seen = new ArrayList<>();

  @BeforeAll
  static void makeRepository() throws Exception {
    repository = FixtureRepository.create(Files.createDirectory(home.resolve("repository")));
    sandbox =
        Sandboxes.detect(
            home.resolve("sandbox"), Sandboxes.Choice.AUTOMATIC, InstantSource.system());
    machine = HardwareProbe.ofThisMachine().get();
  }

  @Test
  void measuresAnIdenticalCandidateAsEqual() throws Exception {
    Evaluation found = screen(Map.of("VARIANT", "b"), 2);
    assertThat(found.runs())
        .hasSize(8)
        .allSatisfy(
            run -> {
              assertThat(run.status()).isEqualTo(Status.OK);
              assertThat(run.detail()).isEmpty();
              assertThat(run.metrics()).containsOnlyKeys("time", "rate");
              assertThat(run.outputBytes()).isPositive();
              assertThat(run.usage().peakRssBytes()).isBetween(12L << 20, 40L << 20);
              assertThat(run.usage().cpuNs()).isPositive();
            });
    assertThat(found.runs()).extracting(BenchRun::scenario).doesNotContain("holdout-640");
    assertThat(found.parity())
        .hasSize(4)
        .allSatisfy(
            parity -> {
              assertThat(parity.bitwiseEqual()).isTrue();
              assertThat(parity.elements()).isIn(512L, 1024L);
              assertThat(parity.relativeL2()).isZero();
            });
    assertThat(found.repeats()).isEmpty();
    assertThat(found.sandbox().protections()).contains("no-network");
  }

  @Test
  void pairsTheArmsOnTheSameInputsInBothOrders() throws Exception {
    Evaluation found = screen(Map.of("VARIANT", "b"), 2);
    for (String scenario : List.of("train-512", "train-1024")) {
      List<BenchRun> runs =
          found.runs().stream().filter(run -> run.scenario().equals(scenario)).toList();
      assertThat(runs).extracting(BenchRun::round).containsExactly(0, 0, 1, 1);
      assertThat(runs).extracting(BenchRun::position).containsExactly(0, 1, 0, 1);
      assertThat(runs.get(0).arm()).isEqualTo(runs.get(3).arm());
      assertThat(runs.get(1).arm()).isEqualTo(runs.get(2).arm());
      assertThat(runs.get(0).seed()).isEqualTo(runs.get(1).seed());
      assertThat(runs.get(2).seed()).isEqualTo(runs.get(3).seed()).isNotEqualTo(runs.get(0).seed());
    }
  }

  @Test
  void seesHalfTheWork() throws Exception {
    Evaluation found = screen(Map.of("WORK", "25"), 2);
    double candidate = median(found, Arm.CANDIDATE);
    assertThat(candidate / median(found, Arm.BASELINE)).isBetween(0.05, 0.75);
  }

  @Test
  void confirmsOnHoldoutScenariosAndRepeatsRuns() throws Exception {
    Evaluation found = evaluate("confirm", Map.of("WORK", "50"), Phase.CONFIRMATION, 1);
    assertThat(found.runs())
        .extracting(BenchRun::scenario)
        .contains("train-512", "train-1024", "holdout-640", "holdout-768");
    assertThat(found.repeats())
        .hasSize(8)
        .allSatisfy(
            repeat -> {
              assertThat(repeat.outputSha256()).hasSize(3).doesNotContain("missing");
              assertThat(repeat.outputSha256().stream().distinct()).hasSize(1);
            });
  }

  @Test
  void seesOutputsThatAreNotTheSameTwice() throws Exception {
    Evaluation found =
        evaluate("loose", Map.of("FAULT", "nondeterministic"), Phase.CONFIRMATION, 1);
    assertThat(found.repeats().stream().filter(repeat -> repeat.arm() == Arm.CANDIDATE))
        .allSatisfy(r -> assertThat(r.outputSha256().stream().distinct().count()).isGreaterThan(1));
  }

  @ParameterizedTest
  @CsvSource({
    "no-output, MISSING_OUTPUT, no output file",
    "no-metric, BAD_OUTPUT, metric time is missing",
    "crash, CRASHED, signal 6",
    "hang, TIMED_OUT, wall time"
  })
  void stopsAtARunThatFails(String fault, Status status, String detail) throws Exception {
    Evaluation found = screen(Map.of("FAULT", fault), 2);
    BenchRun last = found.runs().getLast();
    assertThat(last.arm()).isEqualTo(Arm.CANDIDATE);
    assertThat(last.status()).isEqualTo(status);
    assertThat(last.detail()).contains(detail);
    assertThat(found.runs().stream().filter(run -> run.arm() == Arm.CANDIDATE)).hasSize(1);
    assertThat(found.parity()).isEmpty();
  }

  @Test
  void keepsAMetricThatIsNoNumberForTheGatesToFail() throws Exception {
    Evaluation found = screen(Map.of("FAULT", "nan-metric"), 1);
    BenchRun run = candidate(found);
    assertThat(run.status()).isEqualTo(Status.OK);
    assertThat(run.metrics())
        .hasEntrySatisfying("time", metric -> assertThat(metric.value()).isNaN());
    assertThat(Json.read(Json.write(found), Evaluation.class)).isEqualTo(found);
  }

  @Test
  void seesWrongOutputs() throws Exception {
    Evaluation wrong = screen(Map.of("FAULT", "wrong"), 1);
    assertThat(wrong.parity())
        .isNotEmpty()
        .allSatisfy(parity -> assertThat(parity.relativeL2()).isBetween(0.0005, 0.002));
    Evaluation nan = screen(Map.of("FAULT", "nan-output"), 1);
    assertThat(nan.parity())
        .isNotEmpty()
        .allSatisfy(
            parity -> {
              assertThat(parity.nonFiniteMismatches()).isEqualTo(parity.elements());
              assertThat(parity.relativeL2()).isNaN();
            });
    assertThat(Json.read(Json.write(nan), Evaluation.class)).isEqualTo(nan);
  }

  @Test
  void seesALeak() throws Exception {
    Evaluation found = screen(Map.of("FAULT", "leak"), 1);
    Long peak = candidate(found).usage().peakRssBytes();
    assertThat(peak).isBetween(64L << 20, 120L << 20);
  }

  @ParameterizedTest
  @CsvSource({"train-only", "slow-service", "error-service"})
  void letsPassWhatOtherGatesMustSee(String fault) throws Exception {
    Evaluation found = screen(Map.of("FAULT", fault), 1);
    assertThat(found.runs()).allSatisfy(run -> assertThat(run.status()).isEqualTo(Status.OK));
  }

  @Test
  void recordsAChangesetThatDoesNotApply() throws Exception {
    Changeset diff = new Changeset.Diff("--- a/build.sh\n+++ b/build.sh\n@@ -1 +1 @@\n-x\n+y\n");
    Evaluation found = evaluate("refused", diff, Phase.SCREENING, 1, NEVER);
    assertThat(found.build(Arm.CANDIDATE))
        .hasValueSatisfying(
            build -> {
              assertThat(build.status()).isEqualTo(BuildRecord.Status.FAILED);
              assertThat(build.log()).contains("build.sh");
            });
    assertThat(found.runs()).isEmpty();
  }

  @Test
  void recordsABuildThatFails() throws Exception {
    String first = Files.readAllLines(repository.root().resolve("src/work.h")).getFirst();
    Changeset diff =
        new Changeset.Diff(
            "--- a/src/work.h\n+++ b/src/work.h\n@@ -1,1 +1,2 @@\n+not C at all\n " + first + "\n");
    Evaluation found = evaluate("broken", diff, Phase.SCREENING, 1, NEVER);
    assertThat(found.build(Arm.CANDIDATE))
        .hasValueSatisfying(
            build -> {
              assertThat(build.status()).isEqualTo(BuildRecord.Status.FAILED);
              assertThat(build.log()).contains("error").contains("exit code 1");
            });
  }

  @Test
  void drawsInputsOnlyAfterBothBuilds() throws Exception {
    screen(Map.of("VARIANT", "b"), 1);
    assertThat(seen).startsWith("built BASELINE", "built CANDIDATE", "seed", "ran 1 of 4");
  }

  @Test
  void buildsABaselineOnce() throws Exception {
    Evaluation first = screen(Map.of("VARIANT", "b"), 1);
    String[] builds = home.resolve("builds").toFile().list();
    Evaluation second = screen(Map.of("WORK", "50"), 1);
    assertThat(second.build(Arm.BASELINE)).isEqualTo(first.build(Arm.BASELINE));
    assertThat(home.resolve("builds").toFile().list()).containsExactlyInAnyOrder(builds);
  }

  @Test
  void stopsWhenItIsCancelledAndLeavesNothing() {
    int[] asked = {0};
    assertThatThrownBy(
            () ->
                evaluate(
                    "cancelled",
                    repository.knobs(Map.of("WORK", "50")),
                    Phase.SCREENING,
                    5,
                    () -> ++asked[0] > 4))
        .isInstanceOf(CancellationException.class);
    assertThat(home.resolve("work")).isEmptyDirectory();
  }

  @Test
  void goesOnAfterACrashWithTheSameName() throws Exception {
    Path left = Files.createDirectories(home.resolve("work/again/arm-0/build"));
    Files.writeString(left.resolve("fixture"), "half a program");
    Evaluation found = evaluate("again", Map.of("VARIANT", "b"), Phase.SCREENING, 1);
    assertThat(found.runs()).hasSize(4);
    assertThat(home.resolve("work")).isEmptyDirectory();
  }

  @Test
  void saysWhatToDoAboutABaselineThatFails() throws Exception {
    FixtureRepository broken =
        FixtureRepository.create(Files.createDirectories(home.resolve("broken")));
    Path knobs = broken.root().resolve("knobs.env");
    Files.writeString(knobs, Files.readString(knobs).replace("none", "crash"));
    broken.commit("crash");
    EvaluationRequest request =
        new EvaluationRequest(
            "baseline-crash",
            "p1",
            broken.source(),
            broken.pack(),
            new Changeset.Diff(
                "--- a/src/work.h\n+++ b/src/work.h\n@@ -1,1 +1,2 @@\n+/* note */\n "
                    + Files.readAllLines(broken.root().resolve("src/work.h")).getFirst()
                    + "\n"),
            Phase.SCREENING,
            1);
    assertThatThrownBy(() -> evaluator().evaluate(request, EvaluationProgress.NONE, NEVER))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PACK))
        .hasMessageContaining("CRASHED")
        .hasMessageContaining("by hand");
    Files.writeString(broken.root().resolve("src/work.h"), "not C");
    broken.commit("break the build");
    EvaluationRequest unbuildable =
        new EvaluationRequest(
            "baseline-broken",
            "p1",
            broken.source(),
            broken.pack(),
            request.changeset(),
            Phase.SCREENING,
            1);
    assertThatThrownBy(() -> evaluator().evaluate(unbuildable, EvaluationProgress.NONE, NEVER))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUILD_FAILED));
  }

  @Test
  void runsEdgeShapesAndTheReferenceFromTheBaseline() throws Exception {
    FixtureRepository checked = checking("checked", "[build/fixture, reference, --seed, ");
    Evaluation found = confirm(checked, Map.of("VARIANT", "b"));
    assertThat(found.runs()).extracting(BenchRun::scenario).doesNotContain("edge-1");
    assertThat(found.parity())
        .filteredOn(it -> it.scenario().equals("edge-1"))
        .hasSize(3)
        .allSatisfy(it -> assertThat(it.bitwiseEqual()).isTrue())
        .extracting(ParityObservation::seed)
        .doesNotHaveDuplicates();
    assertThat(found.repeats())
        .hasSize(6)
        .allSatisfy(
            repeat -> {
              assertThat(repeat.hardwareId()).isEqualTo(machine.id());
              assertThat(repeat.accuracy()).isNotNull();
              assertThat(Objects.requireNonNull(repeat.accuracy()).error()).isZero();
            });
    Evaluation wrong = confirm(checked, Map.of("FAULT", "wrong"));
    assertThat(wrong.repeats())
        .filteredOn(it -> it.arm() == Arm.CANDIDATE)
        .allSatisfy(
            repeat ->
                assertThat(Objects.requireNonNull(repeat.accuracy()).error())
                    .isBetween(0.9e-3, 1.1e-3));
  }

  @Test
  void recordsWhyThereIsNoReference() throws Exception {
    Evaluation found =
        confirm(
            checking("unreferenced", "[build/fixture, nonsense, --seed, "), Map.of("VARIANT", "b"));
    assertThat(found.repeats())
        .hasSize(6)
        .allSatisfy(
            repeat ->
                assertThat(Objects.requireNonNull(repeat.accuracy()).problem())
                    .contains("usage", "code 2"));
  }

  /** The fixture with an edge shape and a reference. */
  private static FixtureRepository checking(String name, String reference) throws Exception {
    FixtureRepository checked =
        FixtureRepository.create(Files.createDirectories(home.resolve(name)));
    Path pack = checked.root().resolve("evolve.yaml");
    Files.writeString(
        pack,
        Files.readString(pack)
            .replaceAll(".*(train-1024|holdout-768).*\n", "")
            .replace(
                "scenarios:\n",
                "scenarios:\n  - {name: edge-1, role: edge, arguments: [--size, \"1\"]}\n")
            .replace(
                "output: {dtype: f32,",
                "output: {dtype: f32, reference: {command: "
                    + reference
                    + "\"{seed}\", --output, \"{output}\"]},"));
    checked.commit("check more");
    return checked;
  }

  private Evaluation confirm(FixtureRepository of, Map<String, String> knobs) throws Exception {
    EvaluationRequest request =
        new EvaluationRequest(
            "confirm", "p1", of.source(), of.pack(), of.knobs(knobs), Phase.CONFIRMATION, 1);
    return evaluator().evaluate(request, EvaluationProgress.NONE, NEVER);
  }

  private Evaluation screen(Map<String, String> knobs, int rounds) throws Exception {
    return evaluate("screen", knobs, Phase.SCREENING, rounds);
  }

  private Evaluation evaluate(String id, Map<String, String> knobs, Phase phase, int rounds)
      throws Exception {
    return evaluate(id, repository.knobs(knobs), phase, rounds, NEVER);
  }

  private Evaluation evaluate(
      String id, Changeset changeset, Phase phase, int rounds, Cancellation cancellation)
      throws Exception {
    EvaluationRequest request =
        new EvaluationRequest(
            id, "p1", repository.source(), repository.pack(), changeset, phase, rounds);
    return evaluator().evaluate(request, watcher(), cancellation);
  }

  private SandboxedEvaluator evaluator() {
    SeedSource source =
        () -> {
          seen.add("seed");
          return seeds.incrementAndGet();
        };
    return new SandboxedEvaluator(
        sandbox,
        new Workspaces(home.resolve("work")),
        new FileArtifactStore(home.resolve("artifacts")),
        home.resolve("builds"),
        source,
        () -> machine,
        MeasurementHost.ofThisMachine());
  }

  private EvaluationProgress watcher() {
    return new EvaluationProgress() {
      @Override
      public void planned(String text) {}

      @Override
      public void built(BuildRecord build) {
        seen.add("built " + build.arm());
      }

      @Override
      public void ran(BenchRun run, int done, int total) {
        seen.add("ran " + done + " of " + total);
      }

      @Override
      public void soaked(String text, int done, int total) {
        seen.add("soaked " + done + " of " + total);
      }
    };
  }

  private static BenchRun candidate(Evaluation evaluation) {
    return evaluation.runs().stream()
        .filter(run -> run.arm() == Arm.CANDIDATE)
        .findFirst()
        .orElseThrow();
  }

  private static double median(Evaluation evaluation, Arm arm) {
    double[] times =
        evaluation.runs().stream()
            .filter(run -> run.arm() == arm && run.scenario().equals("train-1024"))
            .map(run -> run.metrics().get("time"))
            .mapToDouble(SandboxedEvaluatorTest::value)
            .sorted()
            .toArray();
    return times[times.length / 2];
  }

  private static double value(@Nullable MetricValue metric) {
    return metric == null ? Double.NaN : metric.value();
  }
}

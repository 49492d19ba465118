package dev.evolve.app.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.artifact.FileArtifactStore;
import dev.evolve.artifact.FileDeploymentStore;
import dev.evolve.campaign.CampaignExecutor;
import dev.evolve.campaign.CampaignLoop;
import dev.evolve.campaign.CampaignPolicy;
import dev.evolve.campaign.CampaignPorts;
import dev.evolve.campaign.CampaignProgress;
import dev.evolve.campaign.CampaignRequest;
import dev.evolve.campaign.CampaignWorker;
import dev.evolve.campaign.RollbackWorker;
import dev.evolve.canary.judge.CanaryJudgement;
import dev.evolve.canary.judge.JudgeSettings;
import dev.evolve.canary.process.CanarySettings;
import dev.evolve.canary.process.ProcessCanaryTarget;
import dev.evolve.canary.time.SystemMonotonicClock;
import dev.evolve.gates.Gates;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.measure.MeasurementHost;
import dev.evolve.measure.SandboxedEvaluator;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.HardwareProbe;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.PackReader;
import dev.evolve.pack.PackSource;
import dev.evolve.promotion.CommitterIdentity;
import dev.evolve.promotion.GitPackFiles;
import dev.evolve.promotion.LocalGitForge;
import dev.evolve.promotion.PackRepositories;
import dev.evolve.provenance.SigningKeys;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.Sandboxes;
import dev.evolve.search.History;
import dev.evolve.search.Strategy;
import dev.evolve.search.Suggestion;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import dev.evolve.tuning.PackSearchSpaces;
import dev.evolve.workspace.Workspaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A candidate that must not land, tried on the real sandbox, gates, canary and forge: four times as
 * fast as the baseline, so that nothing but its fault speaks against it.
 */
class RefusedCandidatesIT {

  private static final Path FIXTURE =
      Path.of("..", "evolve-core/src/test/resources/packs/fixture").toAbsolutePath().normalize();

  @TempDir private Path directory = Path.of("replaced by JUnit");

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wrong            | determinism
          nan-output       | determinism
          nan-metric       | NaN
          no-output        | MISSING_OUTPUT
          no-metric        | BAD_OUTPUT
          crash            | CRASHED
          hang             | TIMED_OUT
          train-only       | holdout
          leak             | memory
          nondeterministic | determinism
          slow-service     | canary REVERT
          error-service    | canary REVERT
          """)
  void refusesWithTheRightReason(String fault, String reason) throws Exception {
    // A service five times as slow must not be hidden by a bench four times as fast.
    String work = fault.equals("slow-service") ? "75" : "25";
    List<String> events = run(Map.of("WORK", work, "FAULT", fault));

    assertThat(events).noneMatch(event -> event.contains("\"merged\""));
    assertThat(events)
        .anySatisfy(event -> assertThat(event).contains("\"to\":\"REJECTED\"").contains(reason));
    assertThat(events.getLast()).contains("nothing-better-found");
  }

  @ParameterizedTest(name = "identical but for its name: {0}")
  @CsvSource("b")
  void neverPromotesAnIdenticalCandidate(String variant) throws Exception {
    List<String> events = run(Map.of("VARIANT", variant));

    assertThat(events).noneMatch(event -> event.contains("\"merged\""));
    assertThat(events.getLast()).contains("nothing-better-found");
  }

  private List<String> run(Map<String, String> change) throws Exception {
    InstantSource clock = InstantSource.system();
    SecureRandom random = new SecureRandom();
    Path pack = ServiceUnderTest.copyPack(FIXTURE, directory.resolve("fixture"));
    Path yaml = pack.resolve("evolve.yaml");
    Files.writeString(
        yaml,
        Files.readString(yaml)
            .replace(
                "p95Tolerance: 2.0, p99Tolerance: 6.0", "p95Tolerance: 0.5, p99Tolerance: 3.0"));
    SigningKeys keys = SigningKeys.openOrCreate(directory, "evolve@localhost", random);
    PackSource source =
        new PackRepositories(directory, CommitterIdentity.EVOLVE, keys.key(), clock)
            .resolve(pack, "fixture");
    BenchPack fixture = new PackReader().read(pack);
    Collected store = new Collected();
    try (ExecutorService timing = Executors.newSingleThreadExecutor();
        ExecutorService control = Executors.newCachedThreadPool();
        LoopDriver driver =
            new LoopDriver(
                new LoopRuntime(
                        new RuntimePorts(
                            store, (loopId, chunk) -> {}, clock, RuntimeObserver.NONE, fault -> {}),
                        RuntimeLimits.defaults())
                    .register(
                        new CampaignLoop(only(fixture, change), new PackSearchSpaces()::spaceOf),
                        executor(keys, timing, control, clock, random)))) {
      assertThat(driver.start()).isEmpty();
      LoopHandle handle =
          driver.submit(
              new Submission(
                  CampaignLoop.KIND,
                  "fixture-1",
                  new CampaignRequest(
                      source,
                      fixture,
                      fixture.defaults(),
                      1,
                      5,
                      new CampaignPolicy(2, 9, 1),
                      "test",
                      "test"),
                  new ModelRef("fixture", source.commit()),
                  7,
                  ExecutionProfile.SERVE,
                  0));
      assertThat(handle.result().get(3, TimeUnit.MINUTES).outcome()).isNotEmpty();
    }
    return store.events;
  }

  private CampaignExecutor executor(
      SigningKeys keys,
      ExecutorService timing,
      ExecutorService control,
      InstantSource clock,
      SecureRandom random) {
    Sandbox sandbox =
        Sandboxes.detect(directory.resolve("sandbox"), Sandboxes.Choice.AUTOMATIC, clock);
    FileArtifactStore artifacts = new FileArtifactStore(directory.resolve("artifacts"));
    FileDeploymentStore deployments =
        new FileDeploymentStore(directory.resolve("deployments"), artifacts);
    HardwareProfile hardware = HardwareProbe.ofThisMachine().get();
    LocalGitForge forge =
        new LocalGitForge(
            CommitterIdentity.EVOLVE, keys, artifacts, directory.resolve("scratch"), clock, random);
    CampaignPorts ports =
        new CampaignPorts(
            new SandboxedEvaluator(
                sandbox,
                new Workspaces(directory.resolve("workspaces")),
                artifacts,
                directory.resolve("builds"),
                random::nextLong,
                () -> hardware,
                MeasurementHost.ofThisMachine()),
            Gates.standard(),
            new ProcessCanaryTarget(
                sandbox,
                artifacts,
                new GitPackFiles(),
                directory.resolve("canaries"),
                Path.of(System.getProperty("java.io.tmpdir")),
                new SystemMonotonicClock(),
                CanarySettings.standard()),
            new CanaryJudgement(JudgeSettings.standard()),
            forge,
            deployments,
            event -> {},
            () -> hardware,
            (loopId, count) -> "head",
            CampaignProgress.NONE,
            clock,
            "test");
    return new CampaignExecutor(
        new CampaignWorker(ports),
        new RollbackWorker(forge, artifacts, deployments, clock),
        timing,
        control,
        clock);
  }

  /** Proposes one configuration: the baseline with a change. */
  private static Function<String, Strategy> only(BenchPack fixture, Map<String, String> change) {
    TreeMap<String, String> values = new TreeMap<>(fixture.defaults().values());
    values.putAll(change);
    return name -> new Only(values);
  }

  private record Only(SortedMap<String, String> values) implements Strategy {
    @Override
    public String name() {
      return "only";
    }

    @Override
    public Optional<Suggestion> suggest(History history, RandomGenerator random) {
      Point point = history.space().point(values);
      return history.isKnown(point)
          ? Optional.empty()
          : Optional.of(new Suggestion(point, name(), "the test wants it"));
    }

    @Override
    public void observe(Trial trial, History history, RandomGenerator random) {}
  }

  /** Keeps the events, in memory. */
  private static final class Collected implements CheckpointStore {
    private final List<String> events = new CopyOnWriteArrayList<>();

    @Override
    public void commit(StepCommit commit) {
      commit.events().stream().map(StreamChunk::data).forEach(events::add);
    }

    @Override
    public List<Checkpoint> load() {
      return List.of();
    }
  }
}

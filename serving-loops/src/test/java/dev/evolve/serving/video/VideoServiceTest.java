package dev.evolve.serving.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.cache.VersionedCache;
import dev.evolve.loop.capture.EagerBreak;
import dev.evolve.loop.capture.GraphMismatchException;
import dev.evolve.loop.capture.GraphUsage;
import dev.evolve.loop.gate.BatchParity;
import dev.evolve.loop.gate.Entrant;
import dev.evolve.loop.gate.InterleaveGate;
import dev.evolve.loop.gate.LoopGateReport;
import dev.evolve.loop.gate.ProfileParity;
import dev.evolve.loop.runtime.FreezeMode;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopHandle;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.loop.runtime.Submission;
import dev.evolve.loop.sim.InMemoryCheckpointStore;
import dev.evolve.loop.weights.ComponentVersions;
import dev.evolve.loop.weights.SwapOrder;
import dev.evolve.loop.weights.SwapOutcome;
import dev.evolve.loop.weights.SwapTarget;
import dev.evolve.loop.weights.WeightSwap;
import dev.evolve.serving.denoise.DenoiseLoop;
import dev.evolve.serving.denoise.DenoiseRequest;
import dev.evolve.serving.denoise.DenoiseState;
import dev.evolve.serving.denoise.ResidualSkipInterceptor;
import dev.evolve.serving.denoise.Sampling;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.rollout.RolloutLoop;
import dev.evolve.serving.rollout.RolloutRequest;
import dev.evolve.serving.tensor.SeededNoise;
import dev.evolve.serving.tensor.Tensor;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The video loops with their caches, their graphs and a swap, against the bare executor. */
class VideoServiceTest {

  private static final VideoService.Limits LIMITS = new VideoService.Limits(4096, 16, 64 << 20);
  private static final ModelRef NEWER =
      new ModelRef("small-video", "w1+high-noise=w2+text-encoder=w2");

  private final VideoService service = service();
  private final DenoiseLoop denoise = new DenoiseLoop(VideoEntrants.CONFIG);
  private final RolloutLoop rollout = new RolloutLoop(VideoEntrants.CONFIG);
  private final List<VideoService> more = new ArrayList<>();

  private static VideoService service() {
    return new VideoService(
        VideoEntrants.WEIGHTS, VideoEntrants.KERNELS, InstantSource.system(), LIMITS);
  }

  @AfterEach
  void close() {
    service.close();
    more.forEach(VideoService::close);
  }

  static Stream<DenoiseRequest> requests() {
    return Stream.of(
        DenoiseRequest.of("a lighthouse", 8),
        DenoiseRequest.of("rain", 5).with(GuidanceSpec.classic(5)),
        DenoiseRequest.of("rain", 5).with(GuidanceSpec.batched(5)),
        DenoiseRequest.of("rain", 6).with(GuidanceSpec.adaptive(5, 1, 2)),
        DenoiseRequest.of("dunes", 4).with(GuidanceSpec.embedded(3)).withPreviewEvery(2),
        DenoiseRequest.of("a fox", 4).withTileRows(1));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void captureOnAndOffGiveTheSameBytes(DenoiseRequest request) {
    Drive<DenoiseState> captured = Drive.begin(denoise, service.executor(), request);
    Drive<DenoiseState> eager = Drive.begin(denoise, VideoEntrants.executor(), request);
    assertThat(captured.finish()).isEqualTo(eager.finish());
    assertThat(payloads(captured)).isEqualTo(payloads(eager));
    assertThat(captured.chunks()).isEqualTo(eager.chunks());
    GraphUsage usage = service.graphs();
    assertThat(usage.captures()).isEqualTo(usage.graphs());
    assertThat(usage.captures() + usage.replays()).isEqualTo(captured.plans.size() - encodes());
    assertThat(usage.replays()).isPositive();
  }

  private long encodes() {
    return service.features().misses() + service.features().hits();
  }

  private static List<WorkPayload> payloads(Drive<?> drive) {
    return drive.results.stream().map(StepResult::payload).toList();
  }

  @Test
  void stepsThatDrawNoiseAreNeverCaptured() {
    DenoiseRequest noisy = DenoiseRequest.of("rain", 4).with(Sampling.ofSteps(4).withFreshNoise());
    LoopResult result = Drive.begin(denoise, service.executor(), noisy).finish();
    assertThat(result).isEqualTo(Drive.begin(denoise, VideoEntrants.executor(), noisy).finish());
    assertThat(service.graphs().eager(EagerBreak.STOCHASTIC)).isEqualTo(4);
  }

  @Test
  void stepsWithAnOverrideRunWithoutTheirGraph() {
    DenoiseRequest calm = DenoiseRequest.of("calm", 10);
    Drive<DenoiseState> captured = skipping(service, calm);
    LoopResult result = captured.finish();
    assertThat(captured.overrides).isPositive();
    assertThat(service.graphs().eager(EagerBreak.OVERRIDE)).isEqualTo(captured.overrides);
    assertThat(result).isEqualTo(skipping(null, calm).finish());
  }

  private Drive<DenoiseState> skipping(@Nullable VideoService on, DenoiseRequest request) {
    StepInterceptor skip = new ResidualSkipInterceptor(0.3);
    return Drive.begin(
        denoise,
        on == null ? VideoEntrants.executor() : on.executor(),
        request,
        7,
        ExecutionProfile.SERVE,
        skip);
  }

  @Test
  void anInputThatDoesNotFitTheCapturedBuffersFailsItsStepAlone() {
    Drive<DenoiseState> drive =
        Drive.begin(denoise, service.executor(), DenoiseRequest.of("a fox", 8)).steps(4);
    WorkPlan plan = (WorkPlan) denoise.next(drive.state);
    VideoWork.DenoiseStep step = (VideoWork.DenoiseStep) plan.payload();
    WorkPlan broken =
        WorkPlan.of(
                plan.shape(),
                new VideoWork.DenoiseStep(
                    step.component(),
                    Tensor.of(1, 1, 1),
                    step.prompts(),
                    step.solver(),
                    step.guidance(),
                    false),
                "broken",
                plan.resources(),
                plan.placement())
            .withCapture(plan.capture());
    assertThatThrownBy(() -> drive.execute(broken, null))
        .hasMessageContaining("a latent of 32 x 4 is needed");
    assertThat(drive.finish())
        .isEqualTo(
            Drive.begin(denoise, VideoEntrants.executor(), DenoiseRequest.of("a fox", 8)).finish());
  }

  @ParameterizedTest
  @CsvSource({
    "2,4,4,4,32,2,2,64,0",
    "1,1,1,1,4,1,1,1,0",
    "2,4,4,4,32,2,2,64,3",
    "3,5,2,7,48,4,3,20,1"
  })
  void aForwardTakesNoMoreMemoryThanIsPredicted(
      int frames,
      int height,
      int width,
      int channels,
      int dim,
      int heads,
      int blocks,
      int hidden,
      int seen) {
    VideoConfig config =
        new VideoConfig(frames, height, width, channels, dim, heads, blocks, hidden);
    LatentTransformer transformer = new LatentTransformer("memory", config);
    Tensor latent = SeededNoise.normal(1, 1, config.tokens(), channels);
    Tensor prompt = SeededNoise.normal(1, 2, 1, dim);
    ForwardInput first = new ForwardInput(latent, prompt, 0.5, 0, 0, List.of());
    Slab slab =
        ScratchSource.fresh(VideoEntrants.KERNELS)
            .with(scratch -> transformer.forward(scratch, List.of(first)))
            .getFirst()
            .slab();
    ForwardInput input =
        new ForwardInput(latent, prompt, 0.5, 0, seen, Collections.nCopies(seen, slab));
    for (int batch = 1; batch <= 3; batch++) {
      List<ForwardInput> inputs = Collections.nCopies(batch, input);
      long predicted = Costs.forwardWorkspaceBytes(config, batch, seen);
      assertThat(forwardWithin(predicted, transformer, inputs)).hasSize(batch);
      assertThatThrownBy(() -> forwardWithin(predicted * 9 / 10, transformer, inputs))
          .isInstanceOf(GraphMismatchException.class);
    }
  }

  private static List<ForwardOutput> forwardWithin(
      long bytes, LatentTransformer transformer, List<ForwardInput> inputs) {
    try (Workspace workspace = new Workspace(bytes)) {
      return ScratchSource.of(VideoEntrants.KERNELS, workspace)
          .with(scratch -> transformer.forward(scratch, inputs));
    }
  }

  @Test
  void aWorkspaceFailsASequenceOfCallsThatIsNotTheOneCaptured() {
    try (Workspace workspace = new Workspace(100)) {
      workspace.begin();
      workspace.allocate(60, 4).fill((byte) 1);
      assertThatThrownBy(() -> workspace.allocate(41, 4))
          .isInstanceOf(GraphMismatchException.class);
      workspace.end();
      workspace.begin();
      assertThatThrownBy(() -> workspace.allocate(59, 4))
          .isInstanceOf(GraphMismatchException.class);
      workspace.begin();
      assertThat(workspace.allocate(60, 4).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
          .containsOnly(0);
      assertThatThrownBy(() -> workspace.allocate(1, 4)).isInstanceOf(GraphMismatchException.class);
      workspace.begin();
      assertThatThrownBy(workspace::end).isInstanceOf(GraphMismatchException.class);
    }
  }

  @Test
  void loopsOnOneServiceDoNotSmear() {
    assertPassed(InterleaveGate.batchedToo().check(this::field));
  }

  @Test
  void theServiceKeepsWhatItsKernelsDeclareOfBatches() {
    assertPassed(BatchParity.of(VideoServiceTest::numbers).check(this::field));
  }

  @Test
  void rolloutsPutOutWhatServingDoesAndTheirBehaviourIsFoundAgain() {
    assertPassed(ProfileParity.rollout().check(this::field));
    assertPassed(ProfileParity.training().check(this::field));
  }

  private static void assertPassed(LoopGateReport report) {
    assertThat(report.findings()).isEmpty();
    assertThat(report.passed()).isTrue();
  }

  private List<Entrant<?, ?>> field() {
    VideoService fresh = service();
    more.add(fresh);
    return List.of(
        entrant(fresh, "clip", DenoiseRequest.of("a lighthouse", 4)),
        entrant(fresh, "longer", DenoiseRequest.of("a lighthouse", 6)),
        entrant(fresh, "guided", DenoiseRequest.of("rain", 4).with(GuidanceSpec.batched(5))),
        new Entrant<>(
            "river",
            rollout,
            fresh.executor(),
            RolloutRequest.of("a river", 3, 2),
            VideoEntrants.MODEL,
            7));
  }

  private Entrant<?, ?> entrant(VideoService on, String id, DenoiseRequest request) {
    return new Entrant<>(id, denoise, on.executor(), request, VideoEntrants.MODEL, id.hashCode());
  }

  private static double[] numbers(WorkPayload payload) {
    return switch ((VideoOutcome) payload) {
      case VideoOutcome.Encoded encoded -> doubles(encoded.embedding());
      case VideoOutcome.Denoised denoised -> doubles(denoised.latent());
      case VideoOutcome.ChunkDenoised denoised -> doubles(denoised.latent());
      case VideoOutcome.ChunkKept kept -> new double[] {kept.chunk()};
      case VideoOutcome.Decoded decoded -> new double[] {decoded.pixels().hashCode()};
    };
  }

  private static double[] doubles(Tensor tensor) {
    double[] numbers = new double[tensor.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = tensor.at(i);
    }
    return numbers;
  }

  @Test
  void aNewVersionOfOneComponentDropsItsGraphsAndFeaturesOnly() {
    Drive.begin(denoise, service.executor(), DenoiseRequest.of("a fox", 8)).finish();
    int graphs = service.graphs().graphs();
    assertThat(drop(ComponentRef.CAUSAL)).isZero();
    assertThat(drop("high-noise")).isEqualTo(1);
    assertThat(service.graphs().graphs()).isEqualTo(graphs - 1);
    assertThat(service.features().entries()).isPositive();
    assertThat(drop(ComponentRef.TEXT_ENCODER)).isPositive();
    assertThat(service.features().entries()).isZero();
    assertThat(service.graphs().graphs()).isEqualTo(graphs - 1);
  }

  private int drop(String component) {
    int dropped = 0;
    for (VersionedCache cache : service.versionedCaches()) {
      dropped += cache.dropComponent(component, "w2");
    }
    return dropped;
  }

  @Test
  void weightsAreSwappedUnderRequestsThatRun() {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    ComponentVersions versions = new ComponentVersions(VideoEntrants.WEIGHTS.componentVersions());
    try (ExecutorService threads = Executors.newSingleThreadExecutor();
        LoopDriver driver = driver(begun)) {
      driver.start();
      LoopHandle running = driver.submit(clip("running", VideoEntrants.MODEL));
      begun.join();
      SwapOrder order =
          new SwapOrder(
              new TreeMap<>(Map.of("high-noise", "w2", ComponentRef.TEXT_ENCODER, "w2")),
              List.of(DenoiseLoop.KIND, RolloutLoop.KIND),
              FreezeMode.DRAIN);
      SwapOutcome outcome =
          new WeightSwap(SwapTarget.of(driver), versions, service.versionedCaches(), threads)
              .begin(order, service.loader())
              .outcome()
              .join();
      assertThat(outcome).isInstanceOf(SwapOutcome.Swapped.class);
      assertThat(versions.asMap())
          .containsEntry("high-noise", "w2")
          .containsEntry("low-noise", "w1");
      assertThat(running.result().join()).isEqualTo(alone(VideoEntrants.WEIGHTS, "running"));
      LoopHandle next = driver.submit(clip("next", NEWER));
      assertThat(next.result().join())
          .isEqualTo(alone(VideoModel.seeded(NEWER, VideoEntrants.CONFIG), "next"))
          .isNotEqualTo(alone(VideoEntrants.WEIGHTS, "next"));
      LoopHandle late = driver.submit(clip("late", VideoEntrants.MODEL));
      assertThatThrownBy(() -> late.result().join()).hasMessageContaining("version=w1");
    }
  }

  private LoopDriver driver(CompletableFuture<Void> begun) {
    LoopRuntime runtime =
        new LoopRuntime(
                new RuntimePorts(
                    new InMemoryCheckpointStore(),
                    (id, chunk) -> begun.complete(null),
                    InstantSource.system(),
                    RuntimeObserver.NONE,
                    fault -> {}),
                RuntimeLimits.defaults())
            .register(denoise, service.executor())
            .register(rollout, service.executor());
    return new LoopDriver(runtime);
  }

  private static Submission clip(String id, ModelRef model) {
    return Submission.serve(
        DenoiseLoop.KIND, id, DenoiseRequest.of(id, 8).withPreviewEvery(1), model, 7);
  }

  /** The result of a clip on a fresh service of some weights. */
  private LoopResult alone(VideoModel weights, String prompt) {
    VideoService fresh =
        new VideoService(weights, VideoEntrants.KERNELS, InstantSource.system(), LIMITS);
    more.add(fresh);
    LoopRuntime runtime =
        new LoopRuntime(
                new RuntimePorts(
                    new InMemoryCheckpointStore(),
                    (id, chunk) -> {},
                    InstantSource.system(),
                    RuntimeObserver.NONE,
                    fault -> {}),
                RuntimeLimits.defaults())
            .register(denoise, fresh.executor());
    try (LoopDriver driver = new LoopDriver(runtime)) {
      driver.start();
      return driver.submit(clip(prompt, weights.ref())).result().join();
    }
  }
}

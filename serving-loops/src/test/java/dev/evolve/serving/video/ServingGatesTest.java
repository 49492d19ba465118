package dev.evolve.serving.video;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.Done;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Plan;
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StateCodec;
import dev.evolve.loop.StepContext;
import dev.evolve.loop.StepInterceptor;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.gate.BatchParity;
import dev.evolve.loop.gate.Entrant;
import dev.evolve.loop.gate.InterleaveGate;
import dev.evolve.loop.gate.LoopGateReport;
import dev.evolve.loop.gate.ProfileParity;
import dev.evolve.loop.gate.SignalScript;
import dev.evolve.loop.gate.SnapshotGate;
import dev.evolve.serving.denoise.DenoiseLoop;
import dev.evolve.serving.denoise.DenoiseRequest;
import dev.evolve.serving.denoise.DenoiseState;
import dev.evolve.serving.denoise.ResidualSkipInterceptor;
import dev.evolve.serving.denoise.Sampling;
import dev.evolve.serving.guidance.AdaptiveGuidance;
import dev.evolve.serving.guidance.GuidancePolicy;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.rollout.RolloutRequest;
import dev.evolve.serving.tensor.Tensor;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServingGatesTest {

  private static final SnapshotGate SNAPSHOT = new SnapshotGate(SignalScript.DEADLINES_PASS);

  private static VideoEntrants denoise() {
    return new VideoEntrants()
        .denoise("two", DenoiseRequest.of("a lighthouse", 2))
        .denoise("eight", DenoiseRequest.of("a lighthouse", 8))
        .denoise("classic", DenoiseRequest.of("rain", 3).with(GuidanceSpec.classic(5)))
        .denoise("adaptive", DenoiseRequest.of("rain", 6).with(GuidanceSpec.adaptive(5, 1, 2)))
        .denoise("embedded", DenoiseRequest.of("dunes", 4).with(GuidanceSpec.embedded(3)))
        .denoise("noisy", DenoiseRequest.of("", 4).with(Sampling.ofSteps(4).withFreshNoise()))
        .denoise("skips", DenoiseRequest.of("calm", 10), new ResidualSkipInterceptor(0.3))
        .denoise("calm", DenoiseRequest.of("calm", 10), new ResidualSkipInterceptor(0.3));
  }

  private static VideoEntrants rollout() {
    return new VideoEntrants()
        .rollout("one", RolloutRequest.of("a river", 1, 2))
        .rollout("four", RolloutRequest.of("a river", 4, 2))
        .rollout("narrow", RolloutRequest.of("a train", 4, 1))
        .rollout("noisy", RolloutRequest.of("a train", 3, 2).withFreshNoise())
        .rollout("trained", RolloutRequest.of("a river", 4, 2), ExecutionProfile.TRAIN);
  }

  private static VideoEntrants mixed() {
    return new VideoEntrants()
        .denoise("clip", DenoiseRequest.of("a lighthouse", 4))
        .rollout("long", RolloutRequest.of("a lighthouse", 3, 2))
        .denoise("skips", DenoiseRequest.of("calm", 6), new ResidualSkipInterceptor(0.3))
        .rollout("longer", RolloutRequest.of("a river", 4, 1));
  }

  @Test
  void denoiseLoopsDoNotSmear() {
    assertPassed(InterleaveGate.batchedToo().check(() -> denoise().entrants()));
  }

  @Test
  void rolloutLoopsDoNotSmear() {
    assertPassed(InterleaveGate.batchedToo().check(() -> rollout().entrants()));
  }

  @Test
  void loopsOfBothKindsDoNotSmear() {
    assertPassed(InterleaveGate.batchedToo().check(() -> mixed().entrants()));
  }

  @Test
  void denoiseLoopsCanBeStoppedAtEveryStep() {
    assertPassed(SNAPSHOT.check(() -> denoise().entrants()));
  }

  @Test
  void rolloutLoopsCanBeStoppedAtEveryStepAndLoseTheirCaches() {
    assertPassed(SNAPSHOT.check(() -> rollout().entrants()));
  }

  @Test
  void batchesGiveTheBitsThatTheExecutorDeclares() {
    assertPassed(BatchParity.of(ServingGatesTest::numbers).check(() -> mixed().entrants()));
  }

  private static double[] numbers(WorkPayload payload) {
    return switch (payload) {
      case VideoOutcome.Encoded encoded -> doubles(encoded.embedding());
      case VideoOutcome.Denoised denoised -> doubles(denoised.latent());
      case VideoOutcome.ChunkDenoised denoised -> doubles(denoised.latent());
      case VideoOutcome.ChunkKept kept -> new double[] {kept.chunk()};
      case VideoOutcome.Decoded decoded -> decoded.pixels().chars().asDoubleStream().toArray();
      default -> new double[0];
    };
  }

  private static double[] doubles(Tensor tensor) {
    double[] doubles = new double[tensor.size()];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = tensor.at(i);
    }
    return doubles;
  }

  @Test
  void rolloutsAndTrainingFindTheBehaviourOfServing() {
    assertPassed(ProfileParity.rollout().check(() -> mixed().entrants()));
    assertPassed(ProfileParity.training().check(() -> mixed().entrants()));
  }

  @Test
  void aPolicyThatKeepsStateOfItsOwnIsFound() {
    LoopGateReport report =
        InterleaveGate.unbatched()
            .check(
                () -> {
                  GuidancePolicy hoarding = new HoardingGuidance();
                  return new VideoEntrants(spec -> hoarding)
                      .denoise("a", DenoiseRequest.of("rain", 3))
                      .denoise("b", DenoiseRequest.of("dunes", 3))
                      .entrants();
                });
    assertThat(report.passed()).isFalse();
    assertThat(report.findings()).anyMatch(finding -> finding.startsWith("interleaved, "));
  }

  @Test
  void anInterceptorThatKeepsStateOfItsOwnIsFound() {
    LoopGateReport report =
        InterleaveGate.unbatched()
            .check(
                () -> {
                  StepInterceptor hoarding = new HoardingSkip();
                  return new VideoEntrants()
                      .denoise("a", DenoiseRequest.of("rain", 3), hoarding)
                      .denoise("b", DenoiseRequest.of("dunes", 3), hoarding)
                      .entrants();
                });
    assertThat(report.passed()).isFalse();
    assertThat(report.findings()).anyMatch(finding -> finding.startsWith("interleaved, "));
  }

  @Test
  void twoLoopsThatPutNothingOutAreNoParity() {
    LoopGateReport report =
        InterleaveGate.unbatched().check(() -> List.of(silent("a"), silent("b")));
    assertThat(report.findings()).contains("a puts out nothing that could be compared");
    assertThat(report.passed()).isFalse();
  }

  private static Entrant<?, ?> silent(String id) {
    return new Entrant<>(
        id,
        new SilentLoop(),
        VideoEntrants.executor(),
        DenoiseRequest.of("rain", 2).withPreviewEvery(0),
        VideoEntrants.MODEL,
        1);
  }

  /** Stops before it decodes, and hands out no artifact. */
  private static final class SilentLoop implements Loop<DenoiseRequest, DenoiseState> {

    private final DenoiseLoop loop = new DenoiseLoop(VideoEntrants.CONFIG);

    @Override
    public String kind() {
      return "silent";
    }

    @Override
    public DenoiseState init(DenoiseRequest request, ModelRef model, LoopContext context) {
      return loop.init(request, model, context);
    }

    @Override
    public Plan next(DenoiseState state) {
      return state.denoised() == 2 ? new Done("silent") : loop.next(state);
    }

    @Override
    public DenoiseState advance(DenoiseState state, StepResult result) {
      return loop.advance(state, result);
    }

    @Override
    public LoopResult finalize(DenoiseState state) {
      return new LoopResult("silent", new TreeMap<>());
    }

    @Override
    public StateCodec<DenoiseState> codec() {
      return loop.codec();
    }
  }

  /** Reuses the difference of whatever request it saw first. */
  private static final class HoardingGuidance implements GuidancePolicy {

    private final GuidancePolicy adaptive = new AdaptiveGuidance(4, 1, 9);
    private PluginStates hoard = PluginStates.EMPTY;

    @Override
    public String id() {
      return "hoarding";
    }

    @Override
    public List<String> branches(StepContext context, PluginStates states) {
      return List.of(CONDITIONAL, UNCONDITIONAL);
    }

    @Override
    public Guided combine(
        StepContext context, SortedMap<String, Tensor> velocities, PluginStates states) {
      SortedMap<String, Tensor> needed = new TreeMap<>(velocities);
      needed.keySet().retainAll(adaptive.branches(context, hoard));
      Guided guided = adaptive.combine(context, needed, hoard);
      hoard = guided.states();
      return new Guided(guided.velocity(), states);
    }
  }

  /** Adds the residual of whatever request ran last. */
  private static final class HoardingSkip implements StepInterceptor {

    private final ResidualSkipInterceptor skip = new ResidualSkipInterceptor(100);
    private PluginStates hoard = PluginStates.EMPTY;

    @Override
    public String id() {
      return "hoarding-skip";
    }

    @Override
    public boolean altersDistribution() {
      return true;
    }

    @Override
    public @Nullable WorkPayload before(WorkPlan plan, PluginStates states) {
      return skip.before(plan, hoard);
    }

    @Override
    public PluginStates after(
        WorkPlan plan, @Nullable WorkPayload override, StepResult result, PluginStates states) {
      hoard = skip.after(plan, override, result, hoard);
      return states;
    }
  }

  private static void assertPassed(LoopGateReport report) {
    assertThat(report.findings()).isEmpty();
    assertThat(report.passed()).isTrue();
  }
}

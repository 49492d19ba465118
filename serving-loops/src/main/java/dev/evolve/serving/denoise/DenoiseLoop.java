package dev.evolve.serving.denoise;

import dev.evolve.loop.Done;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.Plan;
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StateCodec;
import dev.evolve.loop.StepContext;
import dev.evolve.loop.StepResult;
import dev.evolve.serving.guidance.GuidancePolicy;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.schedule.SolverStep;
import dev.evolve.serving.tensor.SeededNoise;
import dev.evolve.serving.tensor.Tensor;
import dev.evolve.serving.video.Band;
import dev.evolve.serving.video.ComponentRef;
import dev.evolve.serving.video.Pixels;
import dev.evolve.serving.video.VideoChunks;
import dev.evolve.serving.video.VideoConfig;
import dev.evolve.serving.video.VideoOutcome;
import dev.evolve.serving.video.VideoPlans;
import dev.evolve.serving.video.VideoWork;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Makes a clip of a prompt: encodes the prompts, denoises seeded noise step by step along a
 * flow-matching schedule, decodes the latents tile by tile. Run by {@link
 * dev.evolve.serving.video.VideoExecutor}.
 *
 * <p>It holds nothing in caches between steps, so nothing is lost with them.
 */
public final class DenoiseLoop implements Loop<DenoiseRequest, DenoiseState> {

  /** The loop's kind. */
  public static final String KIND = "denoise";

  private final VideoConfig config;
  private final Function<GuidanceSpec, GuidancePolicy> policies;
  private final DenoiseCodec codec;

  /**
   * @param config extents of the model that the executor serves
   */
  public DenoiseLoop(VideoConfig config) {
    this(config, GuidanceSpec::policy);
  }

  /**
   * @param policies must be the executor's
   */
  public DenoiseLoop(VideoConfig config, Function<GuidanceSpec, GuidancePolicy> policies) {
    this.config = config;
    this.policies = policies;
    this.codec = new DenoiseCodec(config);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public DenoiseState init(DenoiseRequest request, ModelRef model, LoopContext context) {
    Tensor noise = SeededNoise.normal(context.seed(), 0, config.tokens(), config.channels());
    return new DenoiseState(
        new DenoiseScript(
            request, context.seed(), context.profile(), new VideoPlans(config, model)),
        0,
        new TreeMap<>(),
        noise,
        0,
        List.of(),
        PluginStates.EMPTY);
  }

  @Override
  public LoopDemand demand(DenoiseState state) {
    return LoopDemand.ofBytes(state.script().residentBytes(), state.script().worstPeakBytes());
  }

  @Override
  public Plan next(DenoiseState state) {
    DenoiseScript script = state.script();
    Optional<String> branch = branchToEncode(state);
    if (branch.isPresent()) {
      return script.plans().encode(script.prompt(branch.get()), script.residentBytes());
    }
    if (state.denoised() < script.schedule().steps()) {
      return denoise(state);
    }
    return state.tiles().size() < script.tiles() ? decode(state) : new Done("completed");
  }

  @Override
  public DenoiseState advance(DenoiseState state, StepResult result) {
    DenoiseState next =
        switch ((VideoOutcome) result.payload()) {
          case VideoOutcome.Encoded encoded ->
              state.encoded(branchToEncode(state).orElseThrow(), encoded.embedding());
          case VideoOutcome.Denoised denoised -> state.denoisedTo(denoised.latent());
          case VideoOutcome.Decoded decoded -> state.decoded(decoded.pixels());
          case VideoOutcome.ChunkDenoised other -> throw unexpected(other);
          case VideoOutcome.ChunkKept other -> throw unexpected(other);
        };
    return result.plugins() == null ? next : next.keeping(result.plugins());
  }

  @Override
  public LoopResult finalize(DenoiseState state) {
    return new LoopResult("completed", partial(state));
  }

  /** The latents as they are, and the pixels of whole clips. */
  @Override
  public SortedMap<String, String> partial(DenoiseState state) {
    SortedMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("latents", state.latent().base64());
    if (state.tiles().size() == state.script().tiles()) {
      artifacts.put("video", Pixels.ofBands(config, state.tiles()));
      artifacts.put("video.format", Pixels.format(config, config.frames()));
    }
    return artifacts;
  }

  @Override
  public StateCodec<DenoiseState> codec() {
    return codec;
  }

  private Plan denoise(DenoiseState state) {
    DenoiseScript script = state.script();
    SolverStep solver =
        SolverStep.of(
            script.schedule(),
            state.denoised(),
            script.request().sampling().stochastic(),
            script.seed());
    String expert = script.request().sampling().routing().expert(solver.sigma());
    StepContext context =
        new StepContext(
            solver.index(),
            script.schedule().timestep(solver.index()),
            solver.sigma(),
            "",
            expert,
            solver.coefficients());
    List<String> branches =
        policies.apply(script.request().guidance()).branches(context, state.plugins());
    VideoWork.DenoiseStep step =
        new VideoWork.DenoiseStep(
            script.plans().component(expert),
            state.latent(),
            promptsOf(state, branches),
            solver,
            script.request().guidance(),
            isPreviewed(script.request(), solver));
    return script
        .plans()
        .denoise(
            step,
            branches.size() == 1 ? context.onBranch(branches.getFirst()) : context,
            script.residentBytes());
  }

  private static SortedMap<String, Tensor> promptsOf(DenoiseState state, List<String> branches) {
    SortedMap<String, Tensor> prompts = new TreeMap<>(state.prompts());
    prompts.keySet().retainAll(branches);
    return prompts;
  }

  private static boolean isPreviewed(DenoiseRequest request, SolverStep solver) {
    return request.previewEvery() > 0 && (solver.index() + 1) % request.previewEvery() == 0;
  }

  private Plan decode(DenoiseState state) {
    DenoiseScript script = state.script();
    int tile = state.tiles().size();
    Band band =
        Band.of(
            config,
            state.latent(),
            tile * script.request().tileRows(),
            script.request().tileRows());
    VideoWork.TilePlace place =
        new VideoWork.TilePlace(
            tile, 0, config.frames() * VideoChunks.FRAME_MS, tile == script.tiles() - 1);
    return script
        .plans()
        .decode(
            new VideoWork.DecodeTile(script.plans().component(ComponentRef.DECODER), band, place),
            script.residentBytes());
  }

  private static Optional<String> branchToEncode(DenoiseState state) {
    return state.script().branches().stream()
        .filter(branch -> !state.prompts().containsKey(branch))
        .findFirst();
  }

  private static IllegalStateException unexpected(VideoOutcome outcome) {
    return new IllegalStateException(
        "a denoise loop plans no step that gives " + outcome.getClass().getSimpleName());
  }
}

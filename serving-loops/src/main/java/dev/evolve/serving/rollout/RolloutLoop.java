package dev.evolve.serving.rollout;

import dev.evolve.loop.CacheBlocks;
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
import dev.evolve.serving.schedule.SolverStep;
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
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes a long clip chunk by chunk. A chunk is denoised in a few steps that attend to keys and
 * values of the chunks in a window before it, decoded and put out; then its own keys and values are
 * computed from the finished latent and kept for those that follow, as Self Forcing does (Huang et
 * al. 2025). Run by {@link dev.evolve.serving.video.VideoExecutor}, which holds what is kept.
 *
 * <p>After the caches were lost, finished chunks are kept again, first to last, before the next
 * step that sees them; those steps put nothing out. In a training profile chunks that fall out of
 * the window are kept as well; no later chunk sees them, so the clip is the same.
 */
public final class RolloutLoop implements Loop<RolloutRequest, RolloutState> {

  /** The loop's kind. */
  public static final String KIND = "rollout";

  private static final double TIMESTEPS = 1000;

  private final VideoConfig config;
  private final RolloutCodec codec;

  /**
   * @param config extents of the model that the executor serves
   */
  public RolloutLoop(VideoConfig config) {
    this.config = config;
    this.codec = new RolloutCodec(config);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public RolloutState init(RolloutRequest request, ModelRef model, LoopContext context) {
    RolloutScript script =
        new RolloutScript(
            context.loopId(),
            request,
            context.seed(),
            context.profile(),
            new VideoPlans(config, model));
    return new RolloutState(
        script, 0, null, script.noise(0), 0, List.of(), List.of(), 0, PluginStates.EMPTY);
  }

  @Override
  public LoopDemand demand(RolloutState state) {
    RolloutScript script = state.script();
    return LoopDemand.ofBytes(script.residentBytes(), script.worstPeakBytes())
        .withCacheBlocks(CacheBlocks.of(VideoPlans.SLABS, script.mostSlabs()));
  }

  @Override
  public Plan next(RolloutState state) {
    RolloutScript script = state.script();
    Tensor prompt = state.prompt();
    if (prompt == null) {
      return script.plans().encode(script.request().prompt(), script.residentBytes());
    }
    if (state.pixels().size() < state.finished().size()) {
      return decode(state);
    }
    if (state.finished().size() == script.request().chunks()) {
      return new Done("completed");
    }
    return state.kept() < state.finished().size() ? keep(state, prompt) : denoise(state, prompt);
  }

  @Override
  public RolloutState advance(RolloutState state, StepResult result) {
    RolloutState next =
        switch ((VideoOutcome) result.payload()) {
          case VideoOutcome.Encoded encoded -> state.encoded(encoded.embedding());
          case VideoOutcome.ChunkDenoised denoised -> state.denoisedTo(denoised.latent());
          case VideoOutcome.ChunkKept kept -> state.keptChunk(kept.chunk());
          case VideoOutcome.Decoded decoded -> state.decoded(decoded.pixels());
          case VideoOutcome.Denoised other ->
              throw new IllegalStateException(
                  "a rollout plans no step that gives " + other.getClass().getSimpleName());
        };
    return result.plugins() == null ? next : next.keeping(result.plugins());
  }

  @Override
  public LoopResult finalize(RolloutState state) {
    return new LoopResult("completed", partial(state));
  }

  @Override
  public RolloutState withoutCache(RolloutState state) {
    return state.withoutSlabs();
  }

  /** The chunks that were decoded. */
  @Override
  public SortedMap<String, String> partial(RolloutState state) {
    SortedMap<String, String> artifacts = new TreeMap<>();
    if (!state.pixels().isEmpty()) {
      int frames = state.pixels().size() * config.frames();
      artifacts.put("video", Pixels.ofChunks(state.pixels()));
      artifacts.put("video.format", Pixels.format(config, frames));
    }
    return artifacts;
  }

  @Override
  public StateCodec<RolloutState> codec() {
    return codec;
  }

  private Plan denoise(RolloutState state, Tensor prompt) {
    RolloutScript script = state.script();
    int chunk = state.finished().size();
    SolverStep solver = script.solver(chunk, state.denoised());
    VideoWork.DenoiseChunk step =
        new VideoWork.DenoiseChunk(
            causal(script), state.latent(), prompt, script.place(chunk), solver);
    StepContext context =
        new StepContext(
            solver.index(),
            TIMESTEPS * solver.sigma(),
            solver.sigma(),
            "",
            ComponentRef.CAUSAL,
            solver.coefficients());
    long held = script.heldAfter(state.kept());
    return script.plans().chunk(script.loopId(), step, context, held, script.residentBytes());
  }

  private Plan keep(RolloutState state, Tensor prompt) {
    RolloutScript script = state.script();
    int chunk = state.kept();
    VideoWork.KeepChunk step =
        new VideoWork.KeepChunk(
            causal(script), state.finished().get(chunk), prompt, script.place(chunk));
    StepContext context = new StepContext(chunk, 0, 0, "", ComponentRef.CAUSAL, List.of());
    long held = script.heldWhileKeeping(chunk);
    return script.plans().chunk(script.loopId(), step, context, held, script.residentBytes());
  }

  private Plan decode(RolloutState state) {
    RolloutScript script = state.script();
    int chunk = state.pixels().size();
    long chunkMs = config.frames() * VideoChunks.FRAME_MS;
    VideoWork.DecodeTile tile =
        new VideoWork.DecodeTile(
            script.plans().component(ComponentRef.DECODER),
            Band.of(config, state.finished().get(chunk), 0, config.height()),
            new VideoWork.TilePlace(
                chunk,
                chunk * chunkMs,
                (chunk + 1) * chunkMs,
                chunk == script.request().chunks() - 1));
    return script.plans().decode(tile, script.residentBytes());
  }

  private static ComponentRef causal(RolloutScript script) {
    return script.plans().component(ComponentRef.CAUSAL);
  }
}

package dev.evolve.serving.decode;

import dev.evolve.loop.CacheBlocks;
import dev.evolve.loop.CachePlan;
import dev.evolve.loop.Capture;
import dev.evolve.loop.Done;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.Plan;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.StateCodec;
import dev.evolve.loop.StepContext;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Continues a text: prefills all tokens but the last in chunks, then finds what follows the last
 * one, step by step. Steps of all requests have one of two shapes, wherever in their text they are,
 * so decode steps of any number of requests make one batch. After a loss of the cache the known
 * tokens are prefilled again and the text goes on with the same bytes.
 */
public final class DecodeLoop implements Loop<DecodeRequest, DecodeState> {

  /** Kind of the loop. */
  public static final String KIND = "decode";

  /** Pool that its steps run on. */
  public static final PlacementHint POOL = new PlacementHint("decode");

  private static final String DTYPE = "f32";
  private static final double SECONDS_PER_TOKEN = 1e-4;

  private final DecodeKnobs knobs;
  private final DraftSource drafts;
  private final int context;
  private final StateCodec<DecodeState> codec = new DecodeStateCodec();
  private final ShapeSignature prefillShape;
  private final ShapeSignature tokenShape;
  private final ResourceRequest prefillNeeds;
  private final ResourceRequest tokenNeeds;

  /**
   * @param knobs sizes of steps and blocks
   * @param shape the model's extents
   * @param drafts guesses ahead; asked only where {@link DecodeKnobs#draftLength} is not 0
   */
  public DecodeLoop(DecodeKnobs knobs, DecoderShape shape, DraftSource drafts) {
    this.knobs = knobs;
    this.drafts = drafts;
    this.context = shape.context();
    long chunk = knobs.prefillChunk();
    long tokens = knobs.draftLength() + 1L;
    this.prefillShape = ShapeSignature.of(WorkUnitKind.AR_PREFILL, DTYPE, chunk);
    this.tokenShape = ShapeSignature.of(WorkUnitKind.AR_TOKEN, DTYPE, tokens);
    this.prefillNeeds = ResourceRequest.of(chunk * SECONDS_PER_TOKEN, 0, 0);
    this.tokenNeeds = ResourceRequest.of(tokens * SECONDS_PER_TOKEN, 0, 0);
  }

  /** Drafts by n-gram lookup. */
  public DecodeLoop(DecodeKnobs knobs, DecoderShape shape) {
    this(knobs, shape, new NgramDraft(knobs.ngram()));
  }

  @Override
  public String kind() {
    return KIND;
  }

  /**
   * @throws IllegalArgumentException if prompt and answer do not fit the model's context
   */
  @Override
  public DecodeState init(DecodeRequest request, ModelRef model, LoopContext start) {
    requireFits(request);
    DecodeSettings settings =
        new DecodeSettings(
            model,
            start.profile(),
            start.seed(),
            request.prompt().length(),
            request.maxTokens(),
            request.sampling(),
            request.stops(),
            request.ignoreEnd());
    return DecodeState.first(settings, request.prompt());
  }

  private void requireFits(DecodeRequest request) {
    long wanted = (long) request.prompt().length() + request.maxTokens();
    if (wanted > context) {
      throw new IllegalArgumentException(
          "the model has "
              + context
              + " positions, but the prompt has "
              + request.prompt().length()
              + " tokens and max_tokens is "
              + request.maxTokens()
              + "; shorten one of them");
    }
  }

  @Override
  public LoopDemand demand(DecodeState state) {
    int positions = state.promptLength() + state.settings().maxTokens() - 1;
    return LoopDemand.NONE.withCacheBlocks(
        CacheBlocks.of(DecodeKnobs.CACHE_CLASS, knobs.blocksFor(positions)));
  }

  @Override
  public Plan next(DecodeState state) {
    if (state.finish() != Finish.NONE) {
      return new Done(state.finish().wireName());
    }
    int known = state.tokens().length();
    return state.computed() < known - 1 ? prefill(state, known - 1) : decode(state, known);
  }

  private WorkPlan prefill(DecodeState state, int end) {
    int from = state.computed();
    int to = chunkEnd(from, end);
    return plan(
        state,
        "prefill",
        prefillShape,
        new DecodePayload.Prefill(from, state.tokens().slice(from, to)),
        prefillNeeds);
  }

  /** Chunks end with a block where they can, since reuse goes block by block. */
  private int chunkEnd(int from, int end) {
    int to = Math.min(end, from + knobs.prefillChunk());
    int aligned = to - to % knobs.kvBlockSize();
    return to < end && aligned > from ? aligned : to;
  }

  private WorkPlan decode(DecodeState state, int known) {
    int most = Math.min(knobs.draftLength(), state.remaining() - 1);
    TokenSequence draft = most > 0 ? drafts.draft(state.tokens(), most) : TokenSequence.EMPTY;
    if (draft.length() > most) {
      draft = draft.slice(0, most);
    }
    return plan(
        state,
        "decode",
        tokenShape,
        new DecodePayload.Decode(known - 1, state.tokens().slice(known - 1, known), draft),
        tokenNeeds);
  }

  private static WorkPlan plan(
      DecodeState state,
      String label,
      ShapeSignature shape,
      WorkPayload payload,
      ResourceRequest needs) {
    return new WorkPlan(
        shape,
        payload,
        label,
        needs,
        CachePlan.NONE,
        POOL,
        List.of(),
        StepContext.at(state.stepIndex()),
        Capture.NONE);
  }

  @Override
  public DecodeState advance(DecodeState state, StepResult result) {
    return switch (result.payload()) {
      case DecodePayload.Prefilled prefilled -> state.prefilled(prefilled.end(), result.plugins());
      case DecodePayload.Decoded decoded -> state.grow(decoded, result.plugins()).state();
      default ->
          throw new IllegalStateException(
              "a decode loop takes Prefilled or Decoded, not " + result.payload());
    };
  }

  @Override
  public DecodeState withoutCache(DecodeState state) {
    return state.withoutCache();
  }

  @Override
  public SortedMap<String, String> partial(DecodeState state) {
    return artifacts(state);
  }

  @Override
  public LoopResult finalize(DecodeState state) {
    return new LoopResult(state.finish().wireName(), artifacts(state));
  }

  private static SortedMap<String, String> artifacts(DecodeState state) {
    SortedMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("text", state.text());
    artifacts.put("prompt_tokens", Integer.toString(state.promptLength()));
    artifacts.put("completion_tokens", Integer.toString(state.generated()));
    artifacts.put(
        "tokens", state.tokens().slice(state.promptLength(), state.tokens().length()).toString());
    return artifacts;
  }

  @Override
  public StateCodec<DecodeState> codec() {
    return codec;
  }
}

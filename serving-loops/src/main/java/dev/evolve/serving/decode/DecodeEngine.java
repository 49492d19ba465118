package dev.evolve.serving.decode;

import dev.evolve.loop.BehaviorRecord;
import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.PoolFailedException;
import dev.evolve.loop.port.WorkExecutor.Work;
import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.kv.PagedKvCache;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Computes decode steps: all steps of a call in one pass, and each alone if the pass raises, so
 * that a step which cannot be computed fails by itself. Owns model, cache and working memory;
 * confined to one thread.
 */
final class DecodeEngine {

  private final Kernels kernels;
  private final DecodeKnobs knobs;
  private final InstantSource clock;
  private DecoderModel model;
  private final PagedKvCache cache;
  private final KvSlabs slabs;
  private DecoderForward forward;
  private long passes;
  private long steps;
  private long prefilledTokens;
  private long generatedTokens;
  private long draftedTokens;
  private long agreedTokens;

  DecodeEngine(DecoderModel model, Kernels kernels, DecodeKnobs knobs, InstantSource clock) {
    this.model = model;
    this.kernels = kernels;
    this.knobs = knobs;
    this.clock = clock;
    this.cache = new PagedKvCache(knobs.kvBlocks(), knobs.kvBlockSize(), identity(model));
    this.slabs = new KvSlabs(Arena.ofAuto(), model.shape(), knobs.kvBlocks(), knobs.kvBlockSize());
    this.forward = forward(model);
  }

  private static String identity(DecoderModel model) {
    return model.reference().id() + "\n" + model.reference().version() + "\nf32";
  }

  private DecoderForward forward(DecoderModel of) {
    int tables = knobs.maxBatch() * knobs.blocksFor(of.shape().context());
    return new DecoderForward(kernels, of, slabs, knobs.maxBatchTokens(), tables);
  }

  /** Takes other weights of the same shape; nothing that was cached under the old ones is left. */
  void load(DecoderModel other) {
    model = other;
    forward = forward(other);
    clear();
  }

  /** Forgets everything cached. */
  void clear() {
    cache.reset(identity(model));
  }

  void release(String loopId) {
    cache.release(loopId);
  }

  DecodeUsage usage() {
    return new DecodeUsage(
        cache.usage(),
        passes,
        steps,
        prefilledTokens,
        generatedTokens,
        draftedTokens,
        agreedTokens);
  }

  /** How many tokens a step puts into a pass. */
  static int tokens(Work work) {
    return switch (work.plan().payload()) {
      case DecodePayload.Prefill prefill -> prefill.tokens().length();
      case DecodePayload.Decode decode -> 1 + decode.draft().length();
      default -> 0;
    };
  }

  /** Answers every work. */
  void run(List<Work> works) {
    Instant begin = clock.instant();
    List<Prepared> prepared = new ArrayList<>();
    for (Work work : works) {
      try {
        prepared.add(prepare(work));
      } catch (RuntimeException e) {
        work.completion().fail(e);
      }
    }
    try {
      pass(prepared, begin);
    } catch (RuntimeException e) {
      // One of them raised: each is computed again alone, with the same results.
      prepared.forEach(each -> alone(each, begin));
    } catch (Error e) {
      PoolFailedException broken = new PoolFailedException(DecodeLoop.POOL.pool(), e);
      prepared.forEach(each -> each.work.completion().fail(broken));
    }
  }

  private void alone(Prepared prepared, Instant begin) {
    try {
      pass(List.of(prepared), begin);
    } catch (RuntimeException e) {
      prepared.work.completion().fail(e);
    }
  }

  private void pass(List<Prepared> prepared, Instant begin) {
    List<ForwardPiece> pieces = new ArrayList<>();
    for (Prepared each : prepared) {
      if (each.piece != null) {
        pieces.add(each.piece);
      }
    }
    DecoderForward.Logits logits = forward.run(pieces);
    passes += pieces.isEmpty() ? 0 : 1;
    List<Runnable> answers = new ArrayList<>();
    int row = 0;
    for (Prepared each : prepared) {
      answers.add(answer(each, logits, row, begin));
      row += each.piece == null ? 0 : each.piece.logitRows();
    }
    // Together at the end, so that the next steps of all of them come together as well.
    answers.forEach(Runnable::run);
  }

  // ---- before the pass

  private Prepared prepare(Work work) {
    if (work.override() != null) {
      throw new IllegalArgumentException(
          "a decode step takes no override, but an interceptor gave " + work.override());
    }
    if (work.context().cancellation().isCancelled()) {
      throw new CancellationException(work.context().loopId() + " was cancelled");
    }
    return switch (work.plan().payload()) {
      case DecodePayload.Prefill prefill -> prepare(work, prefill);
      case DecodePayload.Decode decode -> prepare(work, decode);
      default ->
          throw new IllegalArgumentException(
              "a decode executor takes Prefill or Decode, not " + work.plan().payload());
    };
  }

  private Prepared prepare(Work work, DecodePayload.Prefill step) {
    String id = work.context().loopId();
    short[] tokens = step.tokens().toArray();
    int reused = cache.extendReusing(id, step.start(), tokens);
    if (reused == tokens.length) {
      return new Prepared(work, null);
    }
    TokenSequence left = step.tokens().slice(reused, tokens.length);
    return new Prepared(work, piece(id, step.start() + reused, left, left.length()));
  }

  private Prepared prepare(Work work, DecodePayload.Decode step) {
    String id = work.context().loopId();
    TokenSequence tokens = step.last().plus(step.draft());
    cache.extend(id, step.start(), tokens.toArray());
    return new Prepared(work, piece(id, step.start(), tokens, 0));
  }

  private ForwardPiece piece(String id, int start, TokenSequence tokens, int logitsFrom) {
    int[] blocks = new int[knobs.blocksFor(start + tokens.length())];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = cache.block(id, i);
    }
    return new ForwardPiece(start, tokens.toArray(), blocks, logitsFrom);
  }

  // ---- after the pass

  private Runnable answer(Prepared prepared, DecoderForward.Logits logits, int row, Instant begin) {
    Work work = prepared.work;
    try {
      StepResult result =
          work.plan().payload() instanceof DecodePayload.Decode decode
              ? decoded(work, decode, logits, row, begin)
              : prefilled(prepared, begin);
      steps++;
      return () -> work.completion().succeed(result);
    } catch (RuntimeException e) {
      return () -> work.completion().fail(e);
    }
  }

  private StepResult prefilled(Prepared prepared, Instant begin) {
    DecodePayload.Prefill step = (DecodePayload.Prefill) prepared.work.plan().payload();
    int end = step.start() + step.tokens().length();
    cache.settle(prepared.work.context().loopId(), end);
    prefilledTokens += prepared.piece == null ? 0 : prepared.piece.rows();
    return StepResult.of(new DecodePayload.Prefilled(end), since(begin));
  }

  private StepResult decoded(
      Work work, DecodePayload.Decode step, DecoderForward.Logits logits, int row, Instant begin) {
    DecodeState state = (DecodeState) work.context().state();
    boolean captures = work.context().profile() == ExecutionProfile.ROLLOUT;
    Verification verified =
        Verification.of(
            index -> logits.row(row + index), step, state, knobs.acceptanceThreshold(), captures);
    cache.settle(work.context().loopId(), step.start() + verified.tokens().length());
    generatedTokens += verified.tokens().length();
    draftedTokens += step.draft().length();
    agreedTokens += verified.agreed();
    DecodePayload.Decoded payload =
        new DecodePayload.Decoded(verified.tokens(), step.draft().length(), verified.agreed());
    StreamChunk chunk = state.grow(payload, null).chunk();
    StepResult result =
        StepResult.of(payload, since(begin), chunk == null ? List.of() : List.of(chunk));
    return captures ? result.withBehavior(behavior(work, state, verified)) : result;
  }

  private BehaviorRecord behavior(Work work, DecodeState state, Verification verified) {
    String data =
        "{\"tokens\":" + verified.tokens() + ",\"logprobs\":" + verified.logProbabilities() + "}";
    return new BehaviorRecord(
        work.context().loopId(),
        work.context().stepIndex(),
        state.settings().seed(),
        model.reference().version(),
        data);
  }

  private Duration since(Instant begin) {
    return Duration.between(begin, clock.instant());
  }

  /** A work whose positions have room; without a piece if all of it was there already. */
  private record Prepared(Work work, @Nullable ForwardPiece piece) {}
}

package dev.evolve.app.bench.runtime;

import dev.evolve.loop.CacheBlocks;
import dev.evolve.loop.Done;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.Plan;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.StateCodec;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import java.util.TreeMap;

/** A request of a trace as a loop without arithmetic: one prefill, then one step for each token. */
final class TraceLoop implements Loop<RequestTrace.Request, TraceLoop.State> {

  static final String KIND = "trace";
  static final PlacementHint POOL = new PlacementHint("gpu");
  static final String CACHE = "kv";
  static final int BLOCK = 16;

  private static final ShapeSignature PREFILL = ShapeSignature.of(WorkUnitKind.AR_PREFILL);
  private static final ShapeSignature TOKEN = ShapeSignature.of(WorkUnitKind.AR_TOKEN);

  /** How far a request has come. */
  record State(long stepIndex, RequestTrace.Request request) implements LoopState {}

  /** Tokens that a step computes. */
  record Tokens(int count) implements WorkPayload {}

  static int blocks(RequestTrace.Request request) {
    return (request.prompt() + request.output() + BLOCK - 1) / BLOCK;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public State init(RequestTrace.Request request, ModelRef model, LoopContext context) {
    return new State(0, request);
  }

  @Override
  public LoopDemand demand(State state) {
    return LoopDemand.NONE.withCacheBlocks(CacheBlocks.of(CACHE, blocks(state.request())));
  }

  @Override
  public Plan next(State state) {
    if (state.stepIndex() >= state.request().output()) {
      return new Done("length");
    }
    boolean first = state.stepIndex() == 0;
    return WorkPlan.of(
        first ? PREFILL : TOKEN,
        new Tokens(first ? state.request().prompt() : 1),
        first ? "prefill" : "token",
        ResourceRequest.NONE,
        POOL);
  }

  @Override
  public State advance(State state, StepResult result) {
    return new State(state.stepIndex() + 1, state.request());
  }

  @Override
  public LoopResult finalize(State state) {
    return new LoopResult("length", new TreeMap<>());
  }

  @Override
  public StateCodec<State> codec() {
    throw new UnsupportedOperationException("loops of a trace are kept in memory");
  }
}

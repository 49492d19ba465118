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
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.TreeMap;

/**
 * A loop whose steps cost next to nothing, so that what is measured is the runtime. Its plan has
 * all that a decode step's plan has: a shape with extents and type, a payload of its own, memory,
 * cache blocks and compute to be admitted, a place.
 */
final class CountingLoop implements Loop<CountingLoop.Request, CountingLoop.State> {

  static final String KIND = "counting";
  static final ModelRef MODEL = new ModelRef("counting", "1");
  static final String CACHE = "kv";

  private static final PlacementHint POOL = new PlacementHint("decode");
  private static final double STEP_SECONDS = 1e-6;
  private static final Plan DONE = new Done("counted");
  private static final Plan PARKED =
      WorkPlan.of(
          ShapeSignature.of(WorkUnitKind.WAIT),
          Waiting.forSignals("go"),
          "wait",
          ResourceRequest.NONE,
          PlacementHint.ANY);

  private final ShapeSignature[] shapes;
  private final ResourceRequest[] requests;
  private final boolean fresh;

  /**
   * @param keys how many different batch keys there are
   * @param mostCost costs of steps go from 1 to this many work units
   * @param fresh whether each plan makes its shape and its request anew instead of sharing them
   */
  CountingLoop(int keys, int mostCost, boolean fresh) {
    this.fresh = fresh;
    this.shapes = new ShapeSignature[keys * mostCost];
    this.requests = new ResourceRequest[shapes.length];
    for (int i = 0; i < shapes.length; i++) {
      shapes[i] = shape(i / mostCost, 1 + i % mostCost);
      requests[i] = request();
    }
  }

  private static ShapeSignature shape(int key, long cost) {
    return ShapeSignature.of(WorkUnitKind.AR_TOKEN, "f32", cost, -(long) key);
  }

  private static ResourceRequest request() {
    return ResourceRequest.of(STEP_SECONDS, 64, 64).withCacheBlocks(CacheBlocks.of(CACHE, 1));
  }

  /**
   * What to count.
   *
   * @param steps how far
   * @param variant which batch key and cost its steps have
   * @param parks whether it waits for a signal instead
   */
  record Request(long steps, int variant, boolean parks) {}

  /**
   * How far it has counted.
   *
   * @param stepIndex steps so far
   * @param steps how far to count
   * @param variant which batch key and cost its steps have
   * @param digest all results so far, folded
   * @param parks whether it waits for a signal instead
   */
  record State(long stepIndex, long steps, int variant, long digest, boolean parks)
      implements LoopState {}

  /** One number. */
  record Number(long value) implements WorkPayload {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public State init(Request request, ModelRef model, LoopContext context) {
    return new State(
        0, request.steps(), request.variant() % shapes.length, context.seed(), request.parks());
  }

  @Override
  public LoopDemand demand(State state) {
    return new LoopDemand(64, 64, CacheBlocks.of(CACHE, 1), 0);
  }

  @Override
  public Plan next(State state) {
    if (state.stepIndex() >= state.steps()) {
      return DONE;
    }
    if (state.parks()) {
      return PARKED;
    }
    ShapeSignature shape = shapes[state.variant()];
    return WorkPlan.of(
        fresh ? ShapeSignature.of(shape.kind(), "f32", shape.dims().toArray(Long[]::new)) : shape,
        new Number(state.digest()),
        "count",
        fresh ? request() : requests[state.variant()],
        POOL);
  }

  @Override
  public State advance(State state, StepResult result) {
    long digest = ((Number) result.payload()).value();
    return new State(state.stepIndex() + 1, state.steps(), state.variant(), digest, state.parks());
  }

  @Override
  public LoopResult finalize(State state) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("digest", Long.toHexString(state.digest()));
    return new LoopResult("counted", Collections.unmodifiableSortedMap(artifacts));
  }

  @Override
  public StateCodec<State> codec() {
    return new StateCodec<>() {
      @Override
      public byte[] encode(State state) {
        return ByteBuffer.allocate(29)
            .putLong(state.stepIndex())
            .putLong(state.steps())
            .putInt(state.variant())
            .putLong(state.digest())
            .put((byte) (state.parks() ? 1 : 0))
            .array();
      }

      @Override
      public State decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new State(
            buffer.getLong(),
            buffer.getLong(),
            buffer.getInt(),
            buffer.getLong(),
            buffer.get() == 1);
      }
    };
  }
}

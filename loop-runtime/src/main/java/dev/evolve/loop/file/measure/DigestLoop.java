package dev.evolve.loop.file.measure;

import dev.evolve.loop.Done;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
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
import dev.evolve.loop.runtime.Submission;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/**
 * A loop whose every step folds into a digest, so that a step that was lost, done twice or done out
 * of order shows in the end.
 */
final class DigestLoop implements Loop<DigestLoop.Request, DigestLoop.State> {

  static final String KIND = "digest";

  private static final ModelRef MODEL = new ModelRef("digest", "1");
  private static final ShapeSignature SHAPE = ShapeSignature.of(WorkUnitKind.AR_TOKEN, "int64", 1L);
  private static final ResourceRequest NEEDS = ResourceRequest.of(1e-6, 0, 0);

  static Submission submission(String loopId, long seed, long steps) {
    return Submission.serve(KIND, loopId, new Request(steps), MODEL, seed);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public State init(Request request, ModelRef model, LoopContext context) {
    return new State(context.loopId(), context.seed(), request.steps(), 0, context.seed());
  }

  @Override
  public Plan next(State state) {
    return state.stepIndex() == state.steps()
        ? new Done("all steps are done")
        : WorkPlan.of(
            SHAPE,
            new Fold(state.loopId(), state.stepIndex(), state.digest()),
            "fold",
            NEEDS,
            PlacementHint.ANY);
  }

  @Override
  public State advance(State state, StepResult result) {
    Folded folded = (Folded) result.payload();
    return new State(
        state.loopId(), state.seed(), state.steps(), state.stepIndex() + 1, folded.digest());
  }

  @Override
  public LoopResult finalize(State state) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("digest", Long.toString(state.digest()));
    return new LoopResult("done", artifacts);
  }

  @Override
  public StateCodec<State> codec() {
    return Codec.INSTANCE;
  }

  /** How many steps a loop has. */
  record Request(long steps) {}

  /** The digest after the steps so far. */
  record State(String loopId, long seed, long steps, long stepIndex, long digest)
      implements LoopState {}

  /** Fold the step's number into a digest. */
  record Fold(String loopId, long stepIndex, long digest) implements WorkPayload {

    /** The digest after the step; not commutative, and no step leaves it as it is. */
    long folded() {
      long mixed = (digest ^ (stepIndex + 1)) * 0x9e3779b97f4a7c15L;
      return (mixed ^ (mixed >>> 29)) * 0xbf58476d1ce4e5b9L + stepIndex;
    }
  }

  /** The new digest. */
  record Folded(long digest) implements WorkPayload {}

  private enum Codec implements StateCodec<State> {
    INSTANCE;

    @Override
    public byte[] encode(State state) {
      return ("{\"loop\":\""
              + state.loopId
              + "\",\"seed\":"
              + state.seed
              + ",\"steps\":"
              + state.steps
              + ",\"step\":"
              + state.stepIndex
              + ",\"digest\":"
              + state.digest
              + "}")
          .getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public State decode(byte[] json) {
      String[] fields = new String(json, StandardCharsets.ISO_8859_1).split("[:,}]");
      return new State(
          fields[1].substring(1, fields[1].length() - 1),
          Long.parseLong(fields[3]),
          Long.parseLong(fields[5]),
          Long.parseLong(fields[7]),
          Long.parseLong(fields[9]));
    }
  }
}

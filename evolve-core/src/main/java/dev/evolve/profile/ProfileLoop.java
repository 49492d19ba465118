package dev.evolve.profile;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.JsonStateCodec;
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
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Carries one command on the database of profiles out, in one step that may be done again: a
 * re-validation survives a crash as a campaign does, and its event is on record together with its
 * end.
 */
public final class ProfileLoop implements Loop<ProfileCommand, ProfileLoop.State> {

  /** The loop's kind. */
  public static final String KIND = "profile";

  /** The pool with one thread that measures. */
  static final String TIMING_POOL = "timing";

  private static final String CONTROL_POOL = "control";

  private static final StateCodec<State> CODEC = new JsonStateCodec<>(State.class);

  /**
   * State of a command.
   *
   * @param loopId identity of the loop
   * @param stepIndex steps advanced
   * @param command what is wanted
   * @param done what came of it; null until it is done
   */
  public record State(
      String loopId, long stepIndex, ProfileCommand command, @Nullable DomainEvent done)
      implements LoopState {}

  /** Carry the command out. */
  record Step(ProfileCommand command) implements WorkPayload {}

  /** What came of it. */
  record Happened(DomainEvent event) implements WorkPayload {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public State init(ProfileCommand command, ModelRef model, LoopContext context) {
    return new State(context.loopId(), 0, command, null);
  }

  @Override
  public Plan next(State state) {
    if (state.done() != null) {
      return new Done("done");
    }
    TreeMap<String, String> extra = new TreeMap<>();
    extra.put("loop", state.loopId());
    boolean measures = state.command() instanceof ProfileCommand.Revalidate;
    return WorkPlan.of(
        new ShapeSignature(
            measures ? WorkUnitKind.MEASURE : WorkUnitKind.FORGE, List.of(), "", extra),
        new Step(state.command()),
        (measures ? "re-validate " : "note ") + state.command().profileId(),
        measures ? ResourceRequest.exclusive(TIMING_POOL, 0) : ResourceRequest.NONE,
        new PlacementHint(measures ? TIMING_POOL : CONTROL_POOL));
  }

  @Override
  public State advance(State state, StepResult result) {
    if (!(result.payload() instanceof Happened happened)) {
      throw new IllegalStateException("a command on a profile advances by its event");
    }
    return new State(state.loopId(), state.stepIndex() + 1, state.command(), happened.event());
  }

  @Override
  public LoopResult finalize(State state) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("profile", state.command().profileId());
    if (state.done() instanceof DomainEvent.ProfileRevalidated again) {
      artifacts.put("held", String.valueOf(again.held()));
      artifacts.put("reason", again.reason());
    }
    return new LoopResult("done", artifacts);
  }

  @Override
  public StateCodec<State> codec() {
    return CODEC;
  }
}

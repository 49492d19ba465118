package dev.evolve.campaign;

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
 * Undoes a promoted change: revert the merge, put the previous artifact back in force, check both.
 * One step, safe to do again; its own loop, since the campaign has long finished.
 */
public final class RollbackLoop implements Loop<RollbackRequest, RollbackLoop.State> {

  /** The loop's kind. */
  public static final String KIND = "rollback";

  private static final StateCodec<State> CODEC = new JsonStateCodec<>(State.class);

  /**
   * State of a rollback.
   *
   * @param loopId identity of the rollback
   * @param stepIndex steps advanced
   * @param request what is undone
   * @param done what came of it; null until it is done
   */
  public record State(
      String loopId, long stepIndex, RollbackRequest request, DomainEvent.@Nullable RolledBack done)
      implements LoopState {}

  /** Undo the change. */
  record Undo(RollbackRequest request) implements WorkPayload {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public State init(RollbackRequest request, ModelRef model, LoopContext context) {
    return new State(context.loopId(), 0, request, null);
  }

  @Override
  public Plan next(State state) {
    if (state.done() != null) {
      return new Done("rolled back");
    }
    TreeMap<String, String> extra = new TreeMap<>();
    extra.put("loop", state.loopId());
    return WorkPlan.of(
        new ShapeSignature(WorkUnitKind.FORGE, List.of(), "", extra),
        new Undo(state.request()),
        "roll back " + state.request().proposalId(),
        ResourceRequest.NONE,
        new PlacementHint(CampaignPlanner.CONTROL_POOL));
  }

  @Override
  public State advance(State state, StepResult result) {
    if (!(result.payload() instanceof DecidedEvents decided)) {
      throw new IllegalStateException("a rollback advances by decided events");
    }
    DomainEvent.RolledBack done =
        decided.events().stream()
            .filter(DomainEvent.RolledBack.class::isInstance)
            .map(DomainEvent.RolledBack.class::cast)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("the rollback left no event"));
    return new State(state.loopId(), state.stepIndex() + 1, state.request(), done);
  }

  @Override
  public LoopResult finalize(State state) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    if (state.done() != null) {
      artifacts.put("revertCommit", state.done().revertCommit());
      artifacts.put("restoredTree", state.done().restoredTree());
      artifacts.put("restoredArtifact", state.done().restoredArtifactSha256());
    }
    return new LoopResult("rolled-back", artifacts);
  }

  @Override
  public StateCodec<State> codec() {
    return CODEC;
  }
}

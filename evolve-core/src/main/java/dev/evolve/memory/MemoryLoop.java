package dev.evolve.memory;

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

/** Brings one command on the memory of trials into the log, in one step that may be done again. */
public final class MemoryLoop implements Loop<MemoryCommand, MemoryLoop.State> {

  /** The loop's kind. */
  public static final String KIND = "memory";

  private static final String CONTROL_POOL = "control";

  private static final StateCodec<State> CODEC = new JsonStateCodec<>(State.class);

  /**
   * State of a command.
   *
   * @param loopId identity of the loop
   * @param stepIndex steps advanced
   * @param importId the import that it is about
   * @param command what is wanted; null once it is done, since the event then holds it
   */
  public record State(
      String loopId, long stepIndex, String importId, @Nullable MemoryCommand command)
      implements LoopState {}

  /** Note the command. */
  record Step(MemoryCommand command) implements WorkPayload {}

  /** What came of it. */
  record Happened(DomainEvent event) implements WorkPayload {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public State init(MemoryCommand command, ModelRef model, LoopContext context) {
    return new State(context.loopId(), 0, command.importId(), command);
  }

  @Override
  public Plan next(State state) {
    if (state.command() == null) {
      return new Done("done");
    }
    TreeMap<String, String> extra = new TreeMap<>();
    extra.put("loop", state.loopId());
    return WorkPlan.of(
        new ShapeSignature(WorkUnitKind.FORGE, List.of(), "", extra),
        new Step(state.command()),
        "note import " + state.importId(),
        ResourceRequest.NONE,
        new PlacementHint(CONTROL_POOL));
  }

  @Override
  public State advance(State state, StepResult result) {
    if (!(result.payload() instanceof Happened)) {
      throw new IllegalStateException("a command on the memory advances by its event");
    }
    return new State(state.loopId(), state.stepIndex() + 1, state.importId(), null);
  }

  @Override
  public LoopResult finalize(State state) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("import", state.importId());
    return new LoopResult("done", artifacts);
  }

  @Override
  public StateCodec<State> codec() {
    return CODEC;
  }
}

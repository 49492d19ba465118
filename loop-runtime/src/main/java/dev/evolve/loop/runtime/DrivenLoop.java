package dev.evolve.loop.runtime;

import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.Plan;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.ExecutionContext;
import dev.evolve.loop.port.WorkExecutor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One loop with all that the runtime knows of it: its state at the last stored boundary, its phase,
 * what it holds and who waits for it. Calls the loop's code; whatever that throws comes out as a
 * {@link LoopException.LoopFailedException}.
 */
final class DrivenLoop<S extends LoopState> {

  private final Loop<?, S> loop;
  private final WorkExecutor executor;
  private final LoopHandle handle;
  private final LoopDemand demand;
  private final Needs needs;
  private final CancelFlag cancellation = new CancelFlag();
  private final SignalLine signals;
  private S state;
  private @Nullable S ahead;
  private LoopPhase phase = LoopPhase.QUEUED;
  private boolean admitted;
  private @Nullable Needs stepNeeds;
  private boolean stepReserved;
  private @Nullable WorkPlan parkedPlan;
  private @Nullable StepInFlight step;

  DrivenLoop(Loop<?, S> loop, WorkExecutor executor, LoopHandle handle, S state) {
    this.loop = loop;
    this.executor = executor;
    this.handle = handle;
    this.state = state;
    this.demand = loop.demand(state);
    this.needs = Needs.of(demand);
    this.signals = new SignalLine(handle.loopId());
  }

  String id() {
    return handle.loopId();
  }

  String kind() {
    return handle.kind();
  }

  LoopHandle handle() {
    return handle;
  }

  WorkExecutor executor() {
    return executor;
  }

  CancelFlag cancellation() {
    return cancellation;
  }

  SignalLine signals() {
    return signals;
  }

  LoopDemand demand() {
    return demand;
  }

  Needs needs() {
    return needs;
  }

  LoopPhase phase() {
    return phase;
  }

  void moveTo(LoopPhase next) {
    if (!phase.canMoveTo(next)) {
      throw new IllegalStateException(id() + " cannot move from " + phase + " to " + next);
    }
    phase = next;
  }

  // ---- what it holds

  boolean isAdmitted() {
    return admitted;
  }

  void setAdmitted(boolean held) {
    admitted = held;
  }

  void holdStep(Needs reserved) {
    stepNeeds = reserved;
    stepReserved = true;
  }

  void awaitStep(Needs wanted) {
    stepNeeds = wanted;
    stepReserved = false;
  }

  void stepGranted() {
    stepReserved = true;
  }

  /** Forgets what its step holds or waits for; gives what was held. */
  @Nullable Needs dropStep() {
    Needs held = stepReserved ? stepNeeds : null;
    stepNeeds = null;
    stepReserved = false;
    return held;
  }

  // ---- where it is in its step

  @Nullable WorkPlan parkedPlan() {
    return parkedPlan;
  }

  void setParkedPlan(@Nullable WorkPlan plan) {
    parkedPlan = plan;
  }

  @Nullable StepInFlight step() {
    return step;
  }

  void setStep(@Nullable StepInFlight started) {
    step = started;
  }

  WorkExecutor.Work work(StepInFlight started) {
    return new WorkExecutor.Work(
        started.plan(),
        new ExecutionContext(
            id(), state.stepIndex(), state, started.signal(), cancellation, state.profile()),
        null,
        started);
  }

  // ---- the loop's own code

  long stepIndex() {
    return state.stepIndex();
  }

  Plan next() {
    return LoopCode.call(
        id(), "step " + stepIndex() + " could not be planned", () -> loop.next(state));
  }

  /** Advances by a result; the new state counts once {@link #settle} is called. */
  StepCommit advance(StepResult result, List<StreamChunk> chunks) {
    return LoopCode.call(
        id(),
        "it could not advance by step " + stepIndex(),
        () -> {
          S advanced = loop.advance(state, result);
          if (advanced.stepIndex() != state.stepIndex() + 1) {
            throw new IllegalStateException(
                "advance moved the step index from "
                    + state.stepIndex()
                    + " to "
                    + advanced.stepIndex());
          }
          StepCommit commit = commit(advanced, Status.RUNNING, chunks);
          ahead = advanced;
          return commit;
        });
  }

  /** The step that was advanced by last is stored. */
  void settle() {
    if (ahead == null) {
      throw new IllegalStateException(id() + " has no step to settle");
    }
    state = ahead;
    ahead = null;
  }

  LoopResult finish() {
    return LoopCode.call(id(), "its result could not be made", () -> loop.finalize(state));
  }

  List<StreamChunk> farewell(Loop.Ending ending, String reason, Instant at) {
    return LoopCode.call(
        id(), "it has no last words", () -> loop.farewell(state, ending, reason, at));
  }

  /** The state at the last stored boundary, to be stored with {@code status}. */
  StepCommit commit(Status status, List<StreamChunk> chunks) {
    return LoopCode.call(
        id(), "its state could not be written", () -> commit(state, status, chunks));
  }

  private StepCommit commit(S snapshot, Status status, List<StreamChunk> chunks) {
    return new StepCommit(
        new Checkpoint(id(), kind(), snapshot.stepIndex(), status, loop.codec().encode(snapshot)),
        events(chunks));
  }

  private static List<StreamChunk> events(List<StreamChunk> chunks) {
    List<StreamChunk> events = new ArrayList<>();
    for (StreamChunk chunk : chunks) {
      if (chunk.modality().equals(StreamChunk.EVENT) && !chunk.preview()) {
        events.add(chunk);
      }
    }
    return events;
  }
}

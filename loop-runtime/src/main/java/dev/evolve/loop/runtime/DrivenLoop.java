package dev.evolve.loop.runtime;

import dev.evolve.loop.Cancellation;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.Plan;
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.WorkExecutor;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One loop with all that the runtime knows of it: its state at the last boundary that counts, its
 * phase, what it holds and who waits for it. Calls the loop's code; whatever that throws comes out
 * as a {@link LoopException.LoopFailedException}.
 *
 * <p>There may be a million of these: what few loops need is made when it is needed.
 */
final class DrivenLoop<S extends LoopState> implements Cancellation {

  private final Registration<?, S> kind;
  private final String id;
  private final LoopHandle handle;
  private final LoopDemand demand;
  private final Needs needs;
  private final int priority;
  private volatile boolean stopAsked;
  private @Nullable String cancelReason;
  private @Nullable SignalLine signals;
  private @Nullable Set<String> mutedStreams;

  private S state;
  private @Nullable S ahead;
  private LoopPhase phase = LoopPhase.ACCEPTING;
  private boolean admitted;
  private boolean begun;
  private boolean cacheLost;
  private boolean waiting;
  private int poolResumes;
  private long admittedAtStep;

  private @Nullable Needs stepNeeds;
  private boolean stepReserved;
  private @Nullable ResourceRequest knownRequest;
  private @Nullable Needs knownNeeds;

  private @Nullable WorkPlan plan;
  private @Nullable StepInFlight step;
  private ParkedLoops.@Nullable Deadline deadline;

  /** Used by {@link ReadyQueue} only. */
  long credit;

  /** Used by {@link ReadyQueue} only. */
  int round = ReadyQueue.NO_ROUND;

  /** Used by {@link BatchPlanner} only. */
  @Nullable Bucket bucket;

  DrivenLoop(
      Registration<?, S> kind, LoopHandle handle, int priority, S state, Admission admission) {
    this.kind = kind;
    this.id = handle.loopId();
    this.handle = handle;
    this.priority = priority;
    this.state = state;
    this.demand = kind.loop.demand(state);
    this.needs = admission.lifelong(demand);
  }

  String id() {
    return id;
  }

  String kind() {
    return kind.kind;
  }

  Registration<?, S> registration() {
    return kind;
  }

  LoopHandle handle() {
    return handle;
  }

  int priority() {
    return priority;
  }

  boolean isStored() {
    return kind.stored;
  }

  WorkExecutor executor() {
    return kind.executor;
  }

  /** Asks the loop to stop. The first reason stays. */
  void cancel(String reason) {
    if (cancelReason == null) {
      cancelReason = reason;
    }
    stopAsked = true;
  }

  /** Asks a step under way to give up because nobody will take its answer. */
  void abandon() {
    stopAsked = true;
  }

  /** Why the loop was cancelled; null if it was not. */
  @Nullable String cancelReason() {
    return cancelReason;
  }

  /** Whether a step under way is to give up: it was cancelled, or the runtime stops. */
  @Override
  public boolean isCancelled() {
    return stopAsked;
  }

  /** The signals in line; made when the first comes. */
  SignalLine signals() {
    if (signals == null) {
      signals = new SignalLine(id());
    }
    return signals;
  }

  boolean hasSignals() {
    return signals != null && signals.size() > 0;
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

  // ---- streams

  void mute(String stream) {
    if (mutedStreams == null) {
      mutedStreams = new HashSet<>();
    }
    mutedStreams.add(stream);
  }

  boolean isMuted(String stream) {
    return mutedStreams != null && mutedStreams.contains(stream);
  }

  // ---- what it holds

  boolean isAdmitted() {
    return admitted;
  }

  void setAdmitted(boolean held) {
    admitted = held;
    if (held) {
      begun = true;
      admittedAtStep = state.stepIndex();
    }
  }

  /** Whether it was admitted at some time, even if it has given way since. */
  boolean hasBegun() {
    return begun;
  }

  /** Steps that a preemption would throw away the caches of. */
  long stepsSinceAdmission() {
    return state.stepIndex() - admittedAtStep;
  }

  /** What an equal request needed before; null if it has to be worked out. */
  @Nullable Needs knownNeeds(WorkPlan wanted) {
    return wanted.resources().equals(knownRequest) ? knownNeeds : null;
  }

  void noteNeeds(WorkPlan wanted, Needs found) {
    knownRequest = wanted.resources();
    knownNeeds = found;
  }

  void holdStep(Needs wanted, boolean reserved) {
    stepNeeds = wanted;
    stepReserved = reserved;
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

  /** The plan that waits for credit or for a signal. */
  @Nullable WorkPlan plan() {
    return plan;
  }

  void setPlan(@Nullable WorkPlan made) {
    plan = made;
  }

  @Nullable StepInFlight step() {
    return step;
  }

  void setStep(@Nullable StepInFlight started) {
    step = started;
  }

  boolean isWaiting() {
    return waiting;
  }

  void setWaiting(boolean parked) {
    waiting = parked;
  }

  ParkedLoops.@Nullable Deadline deadline() {
    return deadline;
  }

  void setDeadline(ParkedLoops.@Nullable Deadline set) {
    deadline = set;
  }

  // ---- caches

  void loseCache() {
    cacheLost = true;
    if (phase == LoopPhase.READY) {
      plan = null;
    }
  }

  /** Takes the loss of its caches into its state, at a boundary. */
  void settleCache() {
    if (cacheLost) {
      cacheLost = false;
      state = LoopCode.call(id(), "it cannot do without its caches", this::withoutCache);
    }
  }

  private S withoutCache() {
    S without = kind.loop.withoutCache(state);
    if (without.stepIndex() != state.stepIndex()) {
      throw new IllegalStateException(
          "the loss of its caches moved the step index from "
              + state.stepIndex()
              + " to "
              + without.stepIndex());
    }
    return without;
  }

  /** Counts how often the loop was resumed after its pool broke, without a step in between. */
  int countPoolResume() {
    return ++poolResumes;
  }

  // ---- the loop's own code

  S state() {
    return state;
  }

  long stepIndex() {
    return state.stepIndex();
  }

  PluginStates plugins() {
    return state.plugins();
  }

  Plan next() {
    try {
      return kind.loop.next(state);
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      throw new LoopFailedException(id(), "step " + stepIndex() + " could not be planned", e);
    }
  }

  /** Advances by a result; the new state counts once {@link #settle} is called. */
  void advance(StepResult result) {
    try {
      S advanced = kind.loop.advance(state, result);
      requireNextStep(advanced);
      requireKept(result.plugins(), advanced);
      ahead = advanced;
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
      throw new LoopFailedException(id(), "it could not advance by step " + stepIndex(), e);
    }
  }

  private void requireNextStep(S advanced) {
    if (advanced.stepIndex() != state.stepIndex() + 1) {
      throw new IllegalStateException(
          "advance moved the step index from " + state.stepIndex() + " to " + advanced.stepIndex());
    }
  }

  private static void requireKept(@Nullable PluginStates plugins, LoopState advanced) {
    if (plugins != null && !plugins.equals(advanced.plugins())) {
      throw new IllegalStateException(
          "its state does not keep what plugins remember; take StepResult.plugins over in advance");
    }
  }

  /** The step that was advanced by last counts. */
  void settle() {
    if (ahead == null) {
      throw new IllegalStateException(id() + " has no step to settle");
    }
    state = ahead;
    ahead = null;
    poolResumes = 0;
  }

  /** The state that the step under way leads to, to be stored with its events. */
  StepCommit commitAhead(List<StreamChunk> chunks) {
    if (ahead == null) {
      throw new IllegalStateException(id() + " has no step to store");
    }
    return commit(ahead, Status.RUNNING, chunks);
  }

  LoopResult finish() {
    return LoopCode.call(id(), "its result could not be made", () -> kind.loop.finalize(state));
  }

  List<StreamChunk> farewell(Loop.Ending ending, String reason, Instant at) {
    return LoopCode.call(
        id(), "it has no last words", () -> kind.loop.farewell(state, ending, reason, at));
  }

  /** What the loop still delivers although it did not finish. */
  SortedMap<String, String> partial() {
    return LoopCode.call(
        id(), "it has no partial artifacts", () -> new TreeMap<>(kind.loop.partial(state)));
  }

  /** The state at the last boundary that counts, to be stored with {@code status}. */
  StepCommit commit(Status status, List<StreamChunk> chunks) {
    return commit(state, status, chunks);
  }

  private StepCommit commit(S snapshot, Status status, List<StreamChunk> chunks) {
    return LoopCode.call(
        id(),
        "its state could not be written",
        () ->
            new StepCommit(
                new Checkpoint(
                    id(), kind(), snapshot.stepIndex(), status, kind.loop.codec().encode(snapshot)),
                events(chunks)));
  }

  private static List<StreamChunk> events(List<StreamChunk> chunks) {
    if (chunks.isEmpty()) {
      return List.of();
    }
    List<StreamChunk> events = new ArrayList<>();
    for (StreamChunk chunk : chunks) {
      if (chunk.modality().equals(StreamChunk.EVENT) && !chunk.preview()) {
        events.add(chunk);
      }
    }
    return events;
  }
}

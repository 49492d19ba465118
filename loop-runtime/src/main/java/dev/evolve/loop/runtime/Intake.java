package dev.evolve.loop.runtime;

import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import dev.evolve.loop.port.CheckpointStore.StoreUnavailableException;
import dev.evolve.loop.runtime.LoopException.DuplicateLoopException;
import dev.evolve.loop.runtime.LoopException.LoopFailedException;
import dev.evolve.loop.runtime.LoopException.RuntimeBusyException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes loops in: new ones once their first state is stored, stored ones as they are. */
final class Intake {

  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  private final Registry registry;
  private final LiveLoops live;
  private final Admission admission;
  private final CommitQueue commits;
  private final GuardedObserver observer;
  private final StepCycle cycle;
  private final int mostLoops;

  Intake(Registry registry, StepCycle.Parts parts, StepCycle cycle, int mostLoops) {
    this.registry = registry;
    this.live = parts.live();
    this.admission = parts.admission();
    this.commits = parts.commits();
    this.observer = parts.observer();
    this.cycle = cycle;
    this.mostLoops = mostLoops;
  }

  /**
   * Takes up all that have not ended. One that cannot be taken up is left in the store as it is and
   * its handle fails.
   *
   * @throws LoopException.UnknownKindException if a kind is not registered; nothing is taken up
   */
  List<LoopHandle> restore(List<Checkpoint> stored) {
    List<Checkpoint> running = stored.stream().filter(c -> c.status() == Status.RUNNING).toList();
    registry.requireAll(running);
    List<LoopHandle> handles = new ArrayList<>();
    for (Checkpoint checkpoint : running) {
      LoopHandle handle = LoopHandle.fresh(checkpoint.loopId(), checkpoint.kind());
      handles.add(handle);
      restore(checkpoint, handle);
    }
    return handles;
  }

  private void restore(Checkpoint checkpoint, LoopHandle handle) {
    try {
      requireNew(handle.loopId());
      DrivenLoop<?> loop =
          registry
              .require(checkpoint.kind(), checkpoint.loopId())
              .resume(checkpoint, handle, admission);
      admission.requireFeasible(loop);
      live.add(loop);
      accept(loop, true);
    } catch (LoopException e) {
      LOG.error("{} is left as it is in the store: {}", handle.loopId(), e.getMessage(), e);
      observer.tell(o -> o.loopFailed(handle.loopId(), handle.kind(), e));
      handle.refuse(e);
    }
  }

  /**
   * Makes a loop's first state, stores it, and queues the loop for admission.
   *
   * @throws LoopException if the loop is refused
   * @throws StoreUnavailableException if the store is away
   */
  void submit(Submission submission, LoopHandle handle) {
    DrivenLoop<?> loop = make(submission, handle);
    if (!loop.isStored()) {
      live.add(loop);
      accept(loop, false);
      return;
    }
    commits.requireAtHand();
    StepCommit first = loop.commit(Status.RUNNING, List.of());
    live.add(loop);
    try {
      commits.storeOrThrow(first, new FirstCommit(loop));
    } catch (StoreUnavailableException e) {
      live.remove(loop);
      throw e;
    }
  }

  private DrivenLoop<?> make(Submission submission, LoopHandle handle) {
    requireNew(submission.loopId());
    if (live.size() >= mostLoops) {
      throw new RuntimeBusyException(
          submission.loopId(), live.size() + " loops run already, the limit; try again later");
    }
    DrivenLoop<?> loop =
        registry
            .require(submission.kind(), submission.loopId())
            .begin(submission, handle, admission);
    admission.requireFeasible(loop);
    return loop;
  }

  private void requireNew(String loopId) {
    if (live.contains(loopId)) {
      throw new DuplicateLoopException(loopId);
    }
  }

  private void accept(DrivenLoop<?> loop, boolean restored) {
    loop.moveTo(LoopPhase.QUEUED);
    observer.tell(o -> o.loopAccepted(loop.id(), loop.kind(), restored));
    boolean cancelled = loop.cancelReason() != null;
    if (!cancelled) {
      cycle.admit(loop);
    }
    loop.handle().accepted().complete(null);
    if (cancelled) {
      cycle.interruptions().endCancelled(loop);
    }
  }

  /** Starts a loop once its first state is stored, unless the runtime has stopped meanwhile. */
  private final class FirstCommit implements CommitQueue.Entry {
    private final DrivenLoop<?> loop;

    FirstCommit(DrivenLoop<?> loop) {
      this.loop = loop;
    }

    @Override
    public void stored() {
      if (live.contains(loop.id())) {
        accept(loop, false);
      }
    }

    @Override
    public void broken(RuntimeException reason) {
      loop.moveTo(LoopPhase.ENDED);
      live.remove(loop);
      LoopFailedException failure =
          new LoopFailedException(loop.id(), "its first state could not be stored", reason);
      loop.handle().refuse(failure);
    }
  }
}
